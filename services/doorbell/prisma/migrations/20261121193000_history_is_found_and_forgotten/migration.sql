-- History is read newest first by time, through one index for each filter. What is searched stands beside the ring, not in it,
-- so that neither a ring nor its changes pay for the index of words.

-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- CreateTable
CREATE TABLE "activity_words" (
    "activity_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "activity_words_pkey" PRIMARY KEY ("activity_id")
);

-- CreateTable
CREATE TABLE "leases" (
    "name" VARCHAR(40) NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- DropIndex
DROP INDEX "activities_owner_id_id_idx";

-- CreateIndex
CREATE INDEX "activities_owner_id_timestamp_id_idx" ON "activities"("owner_id", "timestamp", "id");

-- CreateIndex
CREATE INDEX "activities_owner_id_outcome_timestamp_id_idx" ON "activities"("owner_id", "outcome", "timestamp", "id");

-- CreateIndex
CREATE INDEX "activities_owner_id_door_id_timestamp_id_idx" ON "activities"("owner_id", "door_id", "timestamp", "id");

-- CreateIndex
CREATE INDEX "activities_with_chat" ON "activities"("owner_id", "timestamp", "id") WHERE (has_chat);

-- CreateIndex
CREATE INDEX "activities_other_than_rings" ON "activities"("owner_id", "activity_type", "timestamp", "id") WHERE (activity_type <> 'doorbell_ring');

-- AddForeignKey
ALTER TABLE "activity_words" ADD CONSTRAINT "activity_words_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was noted before this table was there.
INSERT INTO "activity_words" ("activity_id", "owner_id", "words")
SELECT "id", "owner_id", lower("visitor_name" || E'\n' || "message") FROM "activities" WHERE "noted";

-- CreateIndex
CREATE INDEX "activity_words_owner_id_words_idx" ON "activity_words" USING GIN ("owner_id", "words" gin_trgm_ops) WITH (fastupdate = off);

-- Words that are changed or erased on a ring are so here too, whoever does it.
-- The signs \x3B end statements: where Prisma's tools compare migrations they cut a file at every such sign, in strings as well.
CREATE FUNCTION follow_words() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  UPDATE activity_words SET words = lower(concat(NEW.visitor_name, chr(10), NEW.message)) WHERE activity_id = NEW.id\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER activities_words_follow AFTER UPDATE OF "visitor_name", "message" ON "activities"
FOR EACH ROW EXECUTE FUNCTION follow_words();
