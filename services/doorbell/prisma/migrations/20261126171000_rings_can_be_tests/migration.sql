-- The owner's own ring to try the doorbell (decision record 0062).
ALTER TABLE "activities" ADD COLUMN "test" BOOLEAN NOT NULL DEFAULT false;
