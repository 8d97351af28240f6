/** Held until the end of their transaction. Whoever takes both takes them in this order. */
import { statement } from '#kit/statement.ts'

/**
 * Two browsers of one account wait for each other, so that it never has more than its most devices; the end of the account waits for them.
 */
export const LOCK_DEVICES = statement({
  name: 'lock-devices',
  params: { userId: 'int' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtext('devices'), :userId)) AS lock",
})

/** The end of a session waits for its registration. */
export const LOCK_SESSION = statement({
  name: 'lock-session',
  params: { session: 'text' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtext('session'), hashtext(:session))) AS lock",
})
