import { statement } from '#kit/statement.ts'

/** Customers with events that are due, those that have waited longest first. */
export const FIND_WAITING = statement({
  name: 'waiting',
  params: { now: 'timestamptz', limit: 'int' },
  row: { customerId: 'text' },
  sql: `
SELECT customer_id AS "customerId" FROM stripe_events WHERE done_at IS NULL AND next_at <= :now::timestamptz
GROUP BY customer_id ORDER BY min(next_at) LIMIT :limit::int`,
})
