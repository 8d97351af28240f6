-- AlterTable
ALTER TABLE "owners" ADD COLUMN     "preferences" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "time_zone" VARCHAR(64),
ADD COLUMN     "quiet_hours" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "quiet_from" CHAR(5) NOT NULL DEFAULT '22:00',
ADD COLUMN     "quiet_to" CHAR(5) NOT NULL DEFAULT '07:00',
ADD COLUMN     "ring_alerts" TEXT[] DEFAULT ARRAY['modal', 'sound', 'desktop']::TEXT[],
ADD COLUMN     "package_alerts" TEXT[] DEFAULT ARRAY['modal', 'sound', 'desktop']::TEXT[],
ADD COLUMN     "mailed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "activities" ADD COLUMN     "alerts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "kind" VARCHAR(10) NOT NULL DEFAULT 'ring',
ADD COLUMN     "name" VARCHAR(100),
ADD COLUMN     "key" UUID,
ADD COLUMN     "visit_request_id" INTEGER,
ADD COLUMN     "open" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "read_at" TIMESTAMPTZ(3),
ADD COLUMN     "to_mail" BOOLEAN NOT NULL DEFAULT false;

UPDATE "notifications" SET "kind" = 'message' WHERE "type" = 'message';
UPDATE "notifications" n SET "name" = a."visitor_name" FROM "activities" a WHERE a."id" = n."activity_id";
ALTER TABLE "notifications" ALTER COLUMN "kind" DROP DEFAULT;

-- CreateIndex
CREATE UNIQUE INDEX "notifications_key_key" ON "notifications"("key");

-- CreateIndex
CREATE INDEX "notifications_unread" ON "notifications"("owner_id") WHERE (NOT read);

-- CreateIndex
CREATE INDEX "notifications_visit_request_id_idx" ON "notifications"("visit_request_id");

-- CreateIndex
CREATE INDEX "notifications_to_mail" ON "notifications"("timestamp") WHERE (to_mail);
