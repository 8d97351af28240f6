import { statement } from '#kit/statement.ts'

/** One customer's objects are fetched and stored by one transaction after another, on all copies. */
export const LOCK_CUSTOMER = statement({
  name: 'lock-customer',
  params: { stripeCustomerId: 'text' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('customer ' || :stripeCustomerId, 0))",
})

/**
 * Customers that no event has named for a while: for an hour if they pay, paid recently, or have a checkout open; for a day otherwise.
 * Each is taken by one copy, and is due again at `:again` if its fetch fails.
 */
export const CLAIM_STALE = statement({
  name: 'take-stale',
  params: { hourAgo: 'timestamptz', dayAgo: 'timestamptz', monthAgo: 'timestamptz', again: 'timestamptz', over: 'text[]', limit: 'int' },
  row: { stripeCustomerId: 'text' },
  sql: `
UPDATE customers SET synced_at = :again::timestamptz WHERE user_id IN (
  SELECT c.user_id FROM customers c
  WHERE c.synced_at IS NULL OR c.synced_at < :dayAgo::timestamptz OR (c.synced_at < :hourAgo::timestamptz
    AND (c.checkout_at > :dayAgo::timestamptz OR EXISTS (SELECT 1 FROM subscriptions s
      WHERE s.user_id = c.user_id AND (s.status <> ALL(:over::text[]) OR s.updated_at > :monthAgo::timestamptz))))
  ORDER BY c.synced_at NULLS FIRST LIMIT :limit::int FOR UPDATE SKIP LOCKED)
RETURNING stripe_customer_id AS "stripeCustomerId"`,
})

/** Paid plans that end, with fewer mails written about it than are due; not where a grant continues. */
export const FIND_ENDING = statement({
  name: 'ending',
  params: { after: 'timestamptz', before: 'timestamptz', mails: 'int', limit: 'int', premiumStatuses: 'text[]' },
  row: { userId: 'int', stripeSubscriptionId: 'text', endsAt: 'timestamptz' },
  sql: `
SELECT s.user_id AS "userId", s.stripe_subscription_id AS "stripeSubscriptionId", s.current_period_end AS "endsAt"
FROM subscriptions s
WHERE s.cancel_at_period_end AND s.pays_premium AND s.end_mails < :mails AND s.status = ANY(:premiumStatuses::text[])
  AND s.current_period_end > :after::timestamptz AND s.current_period_end <= :before::timestamptz
  AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.user_id = s.user_id AND g.revoked_at IS NULL)
ORDER BY s.current_period_end LIMIT :limit::int`,
})
