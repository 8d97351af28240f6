-- A test ring may be for one device alone (decision record 0068).
ALTER TABLE "activities" ADD COLUMN "test_session" VARCHAR(100);
