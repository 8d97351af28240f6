-- DropIndex
DROP INDEX "mail_tokens_email_created_at_idx";

-- AlterTable: by hand in three steps, for the rows that are there
ALTER TABLE "mail_tokens" ADD COLUMN     "email_key" TEXT;
UPDATE "mail_tokens" SET "email_key" = lower("email");
ALTER TABLE "mail_tokens" ALTER COLUMN "email_key" SET NOT NULL;

-- CreateIndex
CREATE INDEX "mail_tokens_email_key_created_at_idx" ON "mail_tokens"("email_key", "created_at");
