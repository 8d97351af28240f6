-- CreateTable
CREATE TABLE "login_attempts" (
    "id" SERIAL NOT NULL,
    "event_id" UUID NOT NULL,
    "user_id" INTEGER,
    "username" VARCHAR(50) NOT NULL,
    "ip_address" VARCHAR(45) NOT NULL,
    "user_agent" VARCHAR(512) NOT NULL,
    "device_type" VARCHAR(20) NOT NULL,
    "browser" VARCHAR(50) NOT NULL,
    "location" VARCHAR(100) NOT NULL,
    "success" BOOLEAN NOT NULL,
    "device_known" BOOLEAN NOT NULL,
    "timestamp" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blocked_ips" (
    "id" SERIAL NOT NULL,
    "ip_address" VARCHAR(45) NOT NULL,
    "reason" TEXT NOT NULL,
    "blocked_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "is_automatic" BOOLEAN NOT NULL DEFAULT true,
    "lifted_at" TIMESTAMPTZ(3),
    "lifted_by" VARCHAR(100),

    CONSTRAINT "blocked_ips_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "security_alerts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "alert_type" VARCHAR(50) NOT NULL,
    "message" TEXT NOT NULL,
    "ip_address" VARCHAR(45),
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "security_alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "login_attempts_event_id_key" ON "login_attempts"("event_id");

-- CreateIndex
CREATE INDEX "login_attempts_ip_address_timestamp_idx" ON "login_attempts"("ip_address", "timestamp");

-- CreateIndex
CREATE INDEX "login_attempts_user_id_timestamp_idx" ON "login_attempts"("user_id", "timestamp");

-- CreateIndex
CREATE INDEX "login_attempts_timestamp_idx" ON "login_attempts"("timestamp");

-- CreateIndex
CREATE UNIQUE INDEX "blocked_ips_ip_address_key" ON "blocked_ips"("ip_address");

-- CreateIndex
CREATE INDEX "security_alerts_user_id_timestamp_idx" ON "security_alerts"("user_id", "timestamp");


-- By hand: what Prisma's schema cannot say
CREATE INDEX "outbox_unsent_idx" ON "outbox"("at") WHERE "sent_at" IS NULL;
CREATE INDEX "outbox_sent_idx" ON "outbox"("sent_at") WHERE "sent_at" IS NOT NULL;
