-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "warned_of" TIMESTAMPTZ(3);


