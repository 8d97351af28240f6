-- AlterTable
ALTER TABLE "visit_requests" ADD COLUMN     "language" VARCHAR(5) NOT NULL DEFAULT 'en';
