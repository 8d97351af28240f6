-- AlterTable
ALTER TABLE "doors" ADD COLUMN "rotated_at" TIMESTAMPTZ(3),
ADD COLUMN "code_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "building" JSONB,
ADD COLUMN "sound" VARCHAR(20) NOT NULL DEFAULT 'standard',
ADD COLUMN "sound_file" VARCHAR(64),
ADD COLUMN "removed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "door_codes" (
    "qr_code_id" VARCHAR(20) NOT NULL,
    "short_code" CHAR(8) NOT NULL,
    "door_id" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "door_codes_pkey" PRIMARY KEY ("qr_code_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "door_codes_short_code_key" ON "door_codes"("short_code");

-- CreateIndex
CREATE INDEX "door_codes_door_id_idx" ON "door_codes"("door_id");

-- CreateIndex
CREATE INDEX "activities_photo_idx" ON "activities"("photo") WHERE (photo IS NOT NULL);

-- AddForeignKey
ALTER TABLE "door_codes" ADD CONSTRAINT "door_codes_door_id_fkey" FOREIGN KEY ("door_id") REFERENCES "doors"("id") ON DELETE CASCADE ON UPDATE CASCADE;
