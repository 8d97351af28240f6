-- Whoever has opened a checkout lately is fetched as often as those who pay (decision record 0053).
ALTER TABLE "customers" ADD COLUMN "checkout_at" TIMESTAMPTZ(3);
