/** Locks until the end of their transaction. A transaction that takes several takes them in this order. */
import { statement } from '#kit/statement.ts'

/** Two accounts that register one browser wait for each other: it belongs to the last. */
export const LOCK_BROWSER = statement({
  name: 'lock-browser',
  params: { endpoint: 'text', auth: 'text' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtext('browser'), hashtext(:endpoint || ' ' || :auth))) AS lock",
})

/**
 * Two browsers of one account wait for each other, so that its limit of devices holds; the deletion of the account waits for them.
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

/**
 * The rows of a browser, of any account, and that of its session: two accounts that take each other's browsers lock them in one
 * order.
 */
export const LOCK_BROWSER_ROWS = statement({
  name: 'lock-browser-rows',
  params: { endpoint: 'text', auth: 'text', session: 'text' },
  row: { id: 'uuid' },
  sql: 'SELECT id FROM devices WHERE (endpoint = :endpoint AND auth = :auth) OR session = :session ORDER BY id FOR UPDATE',
})

/** The devices of an account, in the order in which results lock them: by id, and before their pushes. */
export const LOCK_ROWS_OF_USER = statement({
  name: 'lock-device-rows',
  params: { userId: 'int' },
  row: { id: 'uuid' },
  sql: 'SELECT id FROM devices WHERE user_id = :userId ORDER BY id FOR UPDATE',
})
