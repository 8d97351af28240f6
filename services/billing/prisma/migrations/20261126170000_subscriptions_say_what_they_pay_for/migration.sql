-- Until it is fetched anew, within an hour, a stored subscription is one of Premium: nothing else was sold.
ALTER TABLE "subscriptions" ADD COLUMN "pays_premium" BOOLEAN NOT NULL DEFAULT true;
