-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "events" TEXT[],
    "doors" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "secret" VARCHAR(200) NOT NULL,
    "old_secret" VARCHAR(200),
    "old_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "off" VARCHAR(10),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event" VARCHAR(20) NOT NULL,
    "subject" VARCHAR(80) NOT NULL,
    "activity_id" INTEGER,
    "ref" VARCHAR(60),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "status" INTEGER,
    "next_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhooks_user_id_idx" ON "webhooks"("user_id");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_at_idx" ON "deliveries"("webhook_id", "at" DESC);

-- CreateIndex
CREATE INDEX "deliveries_expires_at_idx" ON "deliveries"("expires_at");

-- CreateIndex
CREATE INDEX "deliveries_due" ON "deliveries"("next_at") WHERE next_at IS NOT NULL;

-- CreateIndex
CREATE INDEX "deliveries_waiting" ON "deliveries"("webhook_id") WHERE next_at IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_webhook_id_subject_key" ON "deliveries"("webhook_id", "subject");

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
