-- AlterTable
ALTER TABLE "users" ADD COLUMN     "address" VARCHAR(200),
ADD COLUMN     "language" VARCHAR(5),
ADD COLUMN     "phone" VARCHAR(30),
ADD COLUMN     "picture" VARCHAR(64);
