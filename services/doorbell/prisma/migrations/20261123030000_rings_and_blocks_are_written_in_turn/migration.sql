-- AlterTable
ALTER TABLE "doors" ADD COLUMN     "block_changes" INTEGER NOT NULL DEFAULT 0;
