-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "kind" VARCHAR(60),
ADD COLUMN     "user_id" INTEGER;
