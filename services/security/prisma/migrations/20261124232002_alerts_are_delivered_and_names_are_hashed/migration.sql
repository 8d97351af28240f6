-- AlterTable
ALTER TABLE "login_attempts" ADD COLUMN     "logged" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "name_hash" VARCHAR(43),
ALTER COLUMN "username" SET DEFAULT '';

-- AlterTable
ALTER TABLE "security_alerts" ADD COLUMN     "event_id" UUID,
ADD COLUMN     "mail_key" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "next_at" TIMESTAMPTZ(3),
ADD COLUMN     "params" JSONB NOT NULL DEFAULT '{}',
ALTER COLUMN "message" SET DEFAULT '';

-- CreateTable
CREATE TABLE "blocked_ip_accounts" (
    "block_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "blocked_ip_accounts_pkey" PRIMARY KEY ("block_id","user_id")
);

-- CreateIndex
CREATE INDEX "blocked_ip_accounts_user_id_idx" ON "blocked_ip_accounts"("user_id");

-- CreateIndex
CREATE INDEX "security_alerts_due_idx" ON "security_alerts"("next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "security_alerts_event_id_alert_type_user_id_key" ON "security_alerts"("event_id", "alert_type", "user_id");

-- AddForeignKey
ALTER TABLE "blocked_ip_accounts" ADD CONSTRAINT "blocked_ip_accounts_block_id_fkey" FOREIGN KEY ("block_id") REFERENCES "blocked_ips"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: names that were typed are not kept, because people type passwords there. A hash needs auth's key, which this database never sees.
UPDATE "login_attempts" SET "username" = '' WHERE "username" <> '';
