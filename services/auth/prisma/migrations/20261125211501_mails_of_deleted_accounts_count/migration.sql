-- CreateTable
CREATE TABLE "mailed_addresses" (
    "id" SERIAL NOT NULL,
    "address_hash" VARCHAR(43) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailed_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mailed_addresses_address_hash_at_idx" ON "mailed_addresses"("address_hash", "at");

-- CreateIndex
CREATE INDEX "mailed_addresses_at_idx" ON "mailed_addresses"("at");
