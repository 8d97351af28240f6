-- CreateIndex
CREATE INDEX "mail_tokens_email_created_at_idx" ON "mail_tokens"("email", "created_at");
