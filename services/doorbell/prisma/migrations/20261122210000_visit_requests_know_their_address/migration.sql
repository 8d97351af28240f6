-- AlterTable
ALTER TABLE "visit_requests" ADD COLUMN     "from_hash" CHAR(43);
