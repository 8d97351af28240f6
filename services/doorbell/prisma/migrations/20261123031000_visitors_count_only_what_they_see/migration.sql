-- AlterTable
ALTER TABLE "activities" ADD COLUMN     "hidden_changes" INTEGER NOT NULL DEFAULT 0;
