-- AlterTable
ALTER TABLE "activities" ADD COLUMN "from_hash" CHAR(43),
ADD COLUMN "visit_request_id" INTEGER,
ADD COLUMN "kept" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "blocked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "erased_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "visit_requests" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "door_id" INTEGER NOT NULL,
    "qr_code_id" VARCHAR(20) NOT NULL,
    "key" CHAR(43) NOT NULL,
    "visitor_name" VARCHAR(100) NOT NULL,
    "email" VARCHAR(100),
    "phone" VARCHAR(30),
    "resident_name" VARCHAR(100),
    "purpose" VARCHAR(200) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "time_zone" VARCHAR(64) NOT NULL,
    "status" VARCHAR(10) NOT NULL DEFAULT 'pending',
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "mail_due" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visit_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "visitor_blocks" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "door_id" INTEGER NOT NULL,
    "activity_id" INTEGER NOT NULL,
    "from_hash" CHAR(43),
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "address_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "visit_requests_key_key" ON "visit_requests"("key");

-- CreateIndex
CREATE INDEX "visit_requests_owner_id_id_idx" ON "visit_requests"("owner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "visit_requests_waiting" ON "visit_requests"("door_id", "at") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "visit_requests_to_mail" ON "visit_requests"("id") WHERE (mail_due);

-- CreateIndex
CREATE INDEX "visit_requests_expires_at_idx" ON "visit_requests"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "visitor_blocks_activity_id_key" ON "visitor_blocks"("activity_id");

-- CreateIndex
CREATE INDEX "visitor_blocks_door_id_idx" ON "visitor_blocks"("door_id");

-- CreateIndex
CREATE INDEX "visitor_blocks_owner_id_id_idx" ON "visitor_blocks"("owner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "visitor_blocks_until_idx" ON "visitor_blocks"("until");

-- AddForeignKey
ALTER TABLE "visit_requests" ADD CONSTRAINT "visit_requests_door_id_fkey" FOREIGN KEY ("door_id") REFERENCES "doors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visitor_blocks" ADD CONSTRAINT "visitor_blocks_door_id_fkey" FOREIGN KEY ("door_id") REFERENCES "doors"("id") ON DELETE CASCADE ON UPDATE CASCADE;
