-- A household has members, each with some of its owner's doors (decision record 0084).
ALTER TABLE "activities" ADD COLUMN "answered_member" VARCHAR(50),
ADD COLUMN "silenced_by" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

CREATE TABLE "members" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" VARCHAR(50) NOT NULL,
    "owner_name" VARCHAR(101) NOT NULL,
    "role" VARCHAR(10) NOT NULL,
    "doors" INTEGER[],
    "joined_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "members_owner_id_user_id_key" ON "members"("owner_id", "user_id");
CREATE INDEX "members_user_id_idx" ON "members"("user_id");
ALTER TABLE "members" ADD CONSTRAINT "members_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "invitations" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "owner_name" VARCHAR(101) NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "name" VARCHAR(50) NOT NULL,
    "email" VARCHAR(100),
    "role" VARCHAR(10) NOT NULL,
    "doors" INTEGER[],
    "until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_by" INTEGER,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_owner_id_idx" ON "invitations"("owner_id");
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
