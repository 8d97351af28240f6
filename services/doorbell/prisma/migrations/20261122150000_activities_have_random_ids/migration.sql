-- One sequence over all residents told every visitor how much rings here. Old rows keep their numbers; order is by time, then id.

-- AlterTable
ALTER TABLE "activities" ALTER COLUMN "id" SET DEFAULT GREATEST(1, ('x' || substr(gen_random_uuid()::text, 1, 8))::bit(32)::integer & 2147483647);
DROP SEQUENCE "activities_id_seq";

-- DropIndex
DROP INDEX "activities_open_at_door";
DROP INDEX "activities_to_note";

-- CreateIndex
CREATE INDEX "activities_open_at_door" ON "activities"("door_id", "timestamp", "id") WHERE (outcome IS NULL);
CREATE INDEX "activities_to_note" ON "activities"("timestamp") WHERE (NOT noted);
