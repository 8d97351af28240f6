-- CreateTable
CREATE TABLE "tombstones" (
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "tombstones_pkey" PRIMARY KEY ("user_id")
);


