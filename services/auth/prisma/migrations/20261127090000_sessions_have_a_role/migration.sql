-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "role" VARCHAR(20) NOT NULL DEFAULT 'resident';
