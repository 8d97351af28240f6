-- AlterTable
ALTER TABLE "rings" ADD COLUMN     "members" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateIndex
CREATE INDEX "rings_of_members" ON "rings" USING GIN ("members") WITH (fastupdate = off) WHERE (members <> '{}');
