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

/** Two changes of one user's plan run one after the other. */
export const LOCK_PLAN = statement({
  name: 'lock-plan',
  params: { userId: 'int' },
  row: { userId: 'int' },
  sql: 'SELECT user_id AS "userId" FROM plans WHERE user_id = :userId FOR UPDATE',
})
