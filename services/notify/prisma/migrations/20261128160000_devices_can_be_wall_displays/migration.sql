-- AlterTable
ALTER TABLE "devices" ADD COLUMN     "wall" BOOLEAN NOT NULL DEFAULT false;
