-- CreateTable
CREATE TABLE "two_factors" (
    "user_id" INTEGER NOT NULL,
    "secret" VARCHAR(200) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "enabled_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,

    CONSTRAINT "two_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" CHAR(64) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "code_failures" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "bucket" VARCHAR(100) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "code_failures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "factor_recoveries" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "began_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "cancel_hash" CHAR(64),
    "cancelled_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "factor_recoveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "factor_resets" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "by" VARCHAR(100) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "factor_resets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "code_failures_user_id_bucket_at_idx" ON "code_failures"("user_id", "bucket", "at");

-- CreateIndex
CREATE INDEX "code_failures_at_idx" ON "code_failures"("at");

-- CreateIndex
CREATE UNIQUE INDEX "factor_recoveries_token_hash_key" ON "factor_recoveries"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "factor_recoveries_cancel_hash_key" ON "factor_recoveries"("cancel_hash");

-- CreateIndex
CREATE INDEX "factor_recoveries_due" ON "factor_recoveries"("ends_at") WHERE (cancelled_at IS NULL AND done_at IS NULL);

-- CreateIndex
CREATE INDEX "factor_recoveries_user_id_requested_at_idx" ON "factor_recoveries"("user_id", "requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "factor_recoveries_one_waiting" ON "factor_recoveries"("user_id") WHERE (began_at IS NOT NULL AND cancelled_at IS NULL AND done_at IS NULL);

-- CreateIndex
CREATE INDEX "factor_resets_user_id_idx" ON "factor_resets"("user_id");

-- AddForeignKey
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "code_failures" ADD CONSTRAINT "code_failures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "factor_recoveries" ADD CONSTRAINT "factor_recoveries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


