-- CreateTable
CREATE TABLE "owners" (
    "id" INTEGER NOT NULL,
    "tier" VARCHAR(10) NOT NULL DEFAULT 'free',
    "tier_version" INTEGER NOT NULL DEFAULT 0,
    "quiet" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "owners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "doors" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "label" VARCHAR(60) NOT NULL,
    "qr_code_id" VARCHAR(20) NOT NULL,
    "short_code" CHAR(8) NOT NULL,
    "public_number" INTEGER NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "primary" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "doors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "activities" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "door_id" INTEGER NOT NULL,
    "qr_code_id" VARCHAR(20) NOT NULL,
    "key" CHAR(43) NOT NULL,
    "activity_type" VARCHAR(20) NOT NULL DEFAULT 'doorbell_ring',
    "visitor_name" VARCHAR(100) NOT NULL,
    "message" TEXT NOT NULL,
    "unit_number" VARCHAR(20),
    "purpose" VARCHAR(10),
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" VARCHAR(20),
    "is_handled" BOOLEAN NOT NULL DEFAULT false,
    "answered_by" VARCHAR(80),
    "answered_session" VARCHAR(100),
    "answered_at" TIMESTAMPTZ(3),
    "call_seconds" INTEGER,
    "again_of" INTEGER,
    "rings" INTEGER NOT NULL DEFAULT 1,
    "quiet" BOOLEAN NOT NULL DEFAULT false,
    "visitor_away" BOOLEAN NOT NULL DEFAULT false,
    "has_chat" BOOLEAN NOT NULL DEFAULT false,
    "resident_wrote" BOOLEAN NOT NULL DEFAULT false,
    "resident_read" INTEGER NOT NULL DEFAULT 0,
    "visitor_read" INTEGER NOT NULL DEFAULT 0,
    "delivered_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "photo" VARCHAR(64),
    "noted" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "activities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "seq" SERIAL NOT NULL,
    "activity_id" INTEGER NOT NULL,
    "sender_id" VARCHAR(10) NOT NULL,
    "id" UUID NOT NULL,
    "message" TEXT NOT NULL,
    "timestamp" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "calls" (
    "id" VARCHAR(64) NOT NULL,
    "activity_id" INTEGER NOT NULL,
    "kind" VARCHAR(5) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "connected_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "seconds" INTEGER,

    CONSTRAINT "calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "marks" (
    "activity_id" INTEGER NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "by" VARCHAR(100) NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "marks_pkey" PRIMARY KEY ("activity_id","kind","by")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "type" VARCHAR(10) NOT NULL,
    "title" VARCHAR(200) NOT NULL,
    "message" TEXT NOT NULL,
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "activity_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
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
CREATE UNIQUE INDEX "doors_qr_code_id_key" ON "doors"("qr_code_id");

-- CreateIndex
CREATE UNIQUE INDEX "doors_short_code_key" ON "doors"("short_code");

-- CreateIndex
CREATE UNIQUE INDEX "doors_public_number_key" ON "doors"("public_number");

-- CreateIndex
CREATE INDEX "doors_owner_id_idx" ON "doors"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "doors_one_primary" ON "doors"("owner_id") WHERE ("primary");

-- CreateIndex
CREATE UNIQUE INDEX "activities_key_key" ON "activities"("key");

-- CreateIndex
CREATE INDEX "activities_owner_id_id_idx" ON "activities"("owner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "activities_open_at_door" ON "activities"("door_id", "id") WHERE (outcome IS NULL);

-- CreateIndex
CREATE INDEX "activities_open_until" ON "activities"("ends_at") WHERE (outcome IS NULL);

-- CreateIndex
CREATE INDEX "activities_to_note" ON "activities"("id") WHERE (NOT noted);

-- CreateIndex
CREATE INDEX "activities_expires_at_idx" ON "activities"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "activities_again_of_rings_key" ON "activities"("again_of", "rings") WHERE (again_of IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "messages_activity_id_sender_id_id_key" ON "messages"("activity_id", "sender_id", "id");

-- CreateIndex
CREATE INDEX "calls_activity_id_idx" ON "calls"("activity_id");

-- CreateIndex
CREATE INDEX "notifications_owner_id_id_idx" ON "notifications"("owner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notifications_activity_id_idx" ON "notifications"("activity_id");

-- CreateIndex
CREATE INDEX "notifications_expires_at_idx" ON "notifications"("expires_at");

-- CreateIndex
CREATE INDEX "outbox_unsent" ON "outbox"("at") WHERE (sent_at IS NULL);

-- AddForeignKey
ALTER TABLE "doors" ADD CONSTRAINT "doors_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activities" ADD CONSTRAINT "activities_door_id_fkey" FOREIGN KEY ("door_id") REFERENCES "doors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "marks" ADD CONSTRAINT "marks_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE;


