-- AlterTable
ALTER TABLE "activities" ADD COLUMN     "first_of_browser" INTEGER;
