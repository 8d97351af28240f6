-- AlterTable
ALTER TABLE "rings" ADD COLUMN     "door_id" INTEGER,
ADD COLUMN     "measured" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "quiet" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "shown_ms" INTEGER;

-- CreateTable
CREATE TABLE "ring_status" (
    "until" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "doors" INTEGER NOT NULL,
    "rings" INTEGER NOT NULL,
    "p50" INTEGER,
    "p95" INTEGER,
    "prompt" INTEGER NOT NULL,

    CONSTRAINT "ring_status_pkey" PRIMARY KEY ("until")
);

-- CreateTable
CREATE TABLE "leases" (
    "name" VARCHAR(40) NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);
