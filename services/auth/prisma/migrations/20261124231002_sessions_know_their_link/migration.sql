-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "by_link" BOOLEAN NOT NULL DEFAULT false;
