-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "html" TEXT;
