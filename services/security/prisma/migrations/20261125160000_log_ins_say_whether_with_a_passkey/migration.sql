-- AlterTable
ALTER TABLE "login_attempts" ADD COLUMN     "passkey" BOOLEAN NOT NULL DEFAULT false;
