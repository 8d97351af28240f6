-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "last" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "deleting_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "reset_requests" (
    "id" UUID NOT NULL,
    "email_key" TEXT NOT NULL,
    "language" VARCHAR(5),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "handled_at" TIMESTAMPTZ(3),
    "mailed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "reset_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deletions" (
    "user_id" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_by" VARCHAR(100) NOT NULL,
    "email" VARCHAR(100),
    "language" VARCHAR(5),
    "acknowledged" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "deletions_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "reset_requests_email_key_at_idx" ON "reset_requests"("email_key", "at");

-- CreateIndex
CREATE INDEX "reset_requests_waiting" ON "reset_requests"("at") WHERE (handled_at IS NULL);

-- CreateIndex
CREATE INDEX "deletions_due" ON "deletions"("next_at") WHERE (next_at IS NOT NULL);


