-- AlterTable
ALTER TABLE "devices" ADD COLUMN     "next_check_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "devices_checks_due" ON "devices"("next_check_at") WHERE (next_check_at IS NOT NULL);
