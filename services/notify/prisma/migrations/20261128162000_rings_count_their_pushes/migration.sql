-- AlterTable
ALTER TABLE "rings" ADD COLUMN     "pushed" INTEGER NOT NULL DEFAULT 0;
