-- CreateTable
CREATE TABLE "devices" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "session" VARCHAR(100) NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "platform" VARCHAR(50) NOT NULL,
    "browser" VARCHAR(50) NOT NULL,
    "language" VARCHAR(5) NOT NULL DEFAULT 'en',
    "permission" VARCHAR(10) NOT NULL DEFAULT 'default',
    "armed" BOOLEAN NOT NULL DEFAULT false,
    "details" BOOLEAN NOT NULL DEFAULT true,
    "endpoint" VARCHAR(2048),
    "p256dh" VARCHAR(90),
    "auth" VARCHAR(30),
    "public_key" VARCHAR(90),
    "expired_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_accepted_at" TIMESTAMPTZ(3),
    "last_shown_at" TIMESTAMPTZ(3),

    CONSTRAINT "devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rings" (
    "activity_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "committed_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "test" BOOLEAN NOT NULL,
    "outcome" VARCHAR(20),
    "ended_at" TIMESTAMPTZ(3),
    "session" VARCHAR(100),
    "device" VARCHAR(80),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rings_pkey" PRIMARY KEY ("activity_id")
);

-- CreateTable
CREATE TABLE "pushes" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "device_id" UUID NOT NULL,
    "activity_id" INTEGER,
    "kind" VARCHAR(10) NOT NULL,
    "subject" VARCHAR(80) NOT NULL,
    "ref" VARCHAR(60),
    "state" VARCHAR(10) NOT NULL DEFAULT 'sending',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "statuses" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "next_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "shown_at" TIMESTAMPTZ(3),
    "clicked_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "ring_time" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pushes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "steps" (
    "id" UUID NOT NULL,
    "activity_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" VARCHAR(10) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT 'waiting',
    "reason" VARCHAR(20),
    "door_id" INTEGER,
    "started_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "steps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tombstones" (
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "tombstones_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "devices_session_key" ON "devices"("session");

-- CreateIndex
CREATE INDEX "devices_user_id_idx" ON "devices"("user_id");

-- CreateIndex
CREATE INDEX "devices_endpoint_idx" ON "devices"("endpoint");

-- CreateIndex
CREATE INDEX "rings_owner_id_idx" ON "rings"("owner_id");

-- CreateIndex
CREATE INDEX "rings_expires_at_idx" ON "rings"("expires_at");

-- CreateIndex
CREATE INDEX "pushes_device_id_created_at_idx" ON "pushes"("device_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "pushes_activity_id_idx" ON "pushes"("activity_id");

-- CreateIndex
CREATE INDEX "pushes_user_id_idx" ON "pushes"("user_id");

-- CreateIndex
CREATE INDEX "pushes_expires_at_idx" ON "pushes"("expires_at");

-- CreateIndex
CREATE INDEX "pushes_due" ON "pushes"("next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "pushes_subject_device_id_kind_key" ON "pushes"("subject", "device_id", "kind");

-- CreateIndex
CREATE INDEX "steps_owner_id_idx" ON "steps"("owner_id");

-- CreateIndex
CREATE INDEX "steps_expires_at_idx" ON "steps"("expires_at");

-- CreateIndex
CREATE INDEX "steps_door_id_started_at_idx" ON "steps"("door_id", "started_at");

-- CreateIndex
CREATE INDEX "steps_due" ON "steps"("next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "steps_activity_id_number_key" ON "steps"("activity_id", "number");

-- AddForeignKey
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE CASCADE ON UPDATE CASCADE;


