-- AlterTable
ALTER TABLE "pushes" ADD COLUMN     "reason" VARCHAR(20);
