-- CreateIndex
CREATE INDEX "mails_to_at_idx" ON "mails"("to", "at");
