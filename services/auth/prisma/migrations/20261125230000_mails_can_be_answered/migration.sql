-- AlterTable
ALTER TABLE "mails" ADD COLUMN "reply_to" VARCHAR(100);
