-- AlterTable
ALTER TABLE "users" ADD COLUMN "qr_code_version" INTEGER NOT NULL DEFAULT 0;
