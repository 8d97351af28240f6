import { statement } from '#kit/statement.ts'

/** Computed from grants and subscriptions, never from the tier that was last published. */
export const FIND_TIER = statement({
  name: 'tier',
  prepared: true,
  params: { userId: 'int', premiumStatuses: 'text[]' },
  row: { tier: 'text', version: 'int' },
  sql: `
SELECT CASE WHEN EXISTS (SELECT 1 FROM grants WHERE user_id = :userId AND revoked_at IS NULL)
    OR EXISTS (SELECT 1 FROM subscriptions WHERE user_id = :userId AND pays_premium AND status = ANY(:premiumStatuses::text[]))
  THEN 'premium' ELSE 'free' END AS tier,
  COALESCE((SELECT version FROM plans WHERE user_id = :userId), 0) AS version`,
})

/** One customer's objects are fetched and stored by one transaction after another, on all copies. */
export const LOCK_CUSTOMER = statement({
  name: 'lock-customer',
  params: { stripeCustomerId: 'text' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('customer ' || :stripeCustomerId, 0))",
})

/**
 * Customers that no event has named for a while: those who pay, have lately, or have a checkout open, of the last hour; the others of the
 * last day. Each is taken by one copy, and due again at `:again` if its fetch fails.
 */
export const TAKE_STALE = statement({
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

/** Paid plans that end, and of whose end fewer mails were written; a grant goes on. */
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

/** Two changes of one user's plan run one after the other. */
export const LOCK_PLAN = statement({
  name: 'lock-plan',
  params: { userId: 'int' },
  row: { userId: 'int' },
  sql: 'SELECT user_id AS "userId" FROM plans WHERE user_id = :userId FOR UPDATE',
})

/** Customers with events that are due, those that have waited longest first. */
export const FIND_WAITING = statement({
  name: 'waiting',
  params: { now: 'timestamptz', limit: 'int' },
  row: { customerId: 'text' },
  sql: `
SELECT customer_id AS "customerId" FROM stripe_events WHERE done_at IS NULL AND next_at <= :now::timestamptz
GROUP BY customer_id ORDER BY min(next_at) LIMIT :limit::int`,
})
