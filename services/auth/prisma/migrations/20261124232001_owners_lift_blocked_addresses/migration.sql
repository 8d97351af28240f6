-- CreateTable
CREATE TABLE "lifted_addresses" (
    "address" VARCHAR(45) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "lifted_addresses_pkey" PRIMARY KEY ("user_id","address")
);

-- CreateIndex
CREATE INDEX "lifted_addresses_address_idx" ON "lifted_addresses"("address");

-- CreateIndex
CREATE INDEX "lifted_addresses_expires_at_idx" ON "lifted_addresses"("expires_at");

-- AddForeignKey
ALTER TABLE "lifted_addresses" ADD CONSTRAINT "lifted_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
