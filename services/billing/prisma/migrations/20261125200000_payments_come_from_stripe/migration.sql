-- CreateTable
CREATE TABLE "customers" (
    "user_id" INTEGER NOT NULL,
    "stripe_customer_id" VARCHAR(100) NOT NULL,
    "email" VARCHAR(100) NOT NULL,
    "checkout_session_id" VARCHAR(100),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "synced_at" TIMESTAMPTZ(3),

    CONSTRAINT "customers_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "stripe_payment_id" VARCHAR(100) NOT NULL,
    "invoice_id" VARCHAR(100) NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" VARCHAR(20) NOT NULL,
    "refunded" INTEGER NOT NULL DEFAULT 0,
    "payment_method" VARCHAR(20),
    "last4" VARCHAR(4),
    "receipt_url" TEXT,
    "invoice_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" VARCHAR(100) NOT NULL,
    "type" VARCHAR(100) NOT NULL,
    "customer_id" VARCHAR(100) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "customers_stripe_customer_id_key" ON "customers"("stripe_customer_id");

-- CreateIndex
CREATE INDEX "customers_synced_at_idx" ON "customers"("synced_at");

-- CreateIndex
CREATE UNIQUE INDEX "payments_stripe_payment_id_key" ON "payments"("stripe_payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_invoice_id_key" ON "payments"("invoice_id");

-- CreateIndex
CREATE INDEX "payments_user_id_created_at_idx" ON "payments"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "stripe_events_waiting_idx" ON "stripe_events"("next_at") WHERE (done_at IS NULL);

-- CreateIndex
CREATE INDEX "stripe_events_done_at_idx" ON "stripe_events"("done_at");

ALTER TABLE "subscriptions" ADD COLUMN "end_mails" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX "subscriptions_ending_idx" ON "subscriptions"("current_period_end") WHERE (cancel_at_period_end);
