-- Films of recorded calls (decision record 0054).
ALTER TABLE "activities" ADD COLUMN "films" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "recordings" (
    "id" UUID NOT NULL,
    "activity_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "kind" VARCHAR(5) NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT 'recording',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "heard_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" VARCHAR(20),
    "seconds" INTEGER NOT NULL DEFAULT 0,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "film" VARCHAR(64),
    "poster" VARCHAR(64),
    "made_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "recording_pieces" (
    "recording_id" UUID NOT NULL,
    "run" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "file" VARCHAR(64) NOT NULL,
    "bytes" INTEGER NOT NULL,
    "starts_at_ms" INTEGER NOT NULL,
    "ms" INTEGER NOT NULL,
    "has_video" BOOLEAN NOT NULL,

    CONSTRAINT "recording_pieces_pkey" PRIMARY KEY ("recording_id", "run", "number")
);

CREATE INDEX "recordings_owner_id_started_at_id_idx" ON "recordings"("owner_id", "started_at", "id");
CREATE INDEX "recordings_activity_id_idx" ON "recordings"("activity_id");
CREATE INDEX "recordings_to_make" ON "recordings"("ended_at") WHERE ((state)::text = 'preparing'::text);
CREATE INDEX "recordings_open" ON "recordings"("heard_at") WHERE ((state)::text = 'recording'::text);
CREATE INDEX "recordings_film_idx" ON "recordings"("film");
CREATE INDEX "recordings_poster_idx" ON "recordings"("poster");
CREATE INDEX "recording_pieces_file_idx" ON "recording_pieces"("file");

ALTER TABLE "recordings" ADD CONSTRAINT "recordings_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recording_pieces" ADD CONSTRAINT "recording_pieces_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
