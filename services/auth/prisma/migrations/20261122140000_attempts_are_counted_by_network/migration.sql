-- AlterTable
ALTER TABLE "login_failures" ADD COLUMN     "network" VARCHAR(45);

-- CreateIndex
CREATE INDEX "login_failures_network_at_idx" ON "login_failures"("network", "at");

-- CreateIndex
CREATE INDEX "login_failures_address_idx" ON "login_failures"("address");
