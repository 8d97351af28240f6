-- CreateTable
CREATE TABLE "refused_sessions" (
    "hash" VARCHAR(64) NOT NULL,
    "reason" VARCHAR(10) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refused_sessions_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "refused_sessions_expires_at_idx" ON "refused_sessions"("expires_at");
