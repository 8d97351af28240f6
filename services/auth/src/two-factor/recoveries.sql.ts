/** Recoveries: cancelling and ending are conditional updates of one row, so that of two concurrent ones one succeeds. */
import { statement } from '#kit/statement.ts'

const WAITING = 'began_at IS NOT NULL AND cancelled_at IS NULL AND done_at IS NULL'
const RECOVERY = { id: 'uuid', userId: 'int', endsAt: 'timestamptz' } as const
const SELECT = 'SELECT id, user_id AS "userId", coalesce(ends_at, began_at) AS "endsAt" FROM factor_recoveries'

export const REQUESTS_SINCE = statement({
  name: 'recovery-asked',
  params: { userId: 'int', since: 'timestamptz', limit: 'int' },
  row: { at: 'timestamptz' },
  sql: `SELECT requested_at AS at FROM factor_recoveries WHERE user_id = :userId AND requested_at > :since
ORDER BY requested_at DESC LIMIT :limit`,
})

export const INSERT_REQUEST = statement({
  name: 'recovery-request',
  params: { id: 'uuid', userId: 'int', tokenHash: 'text', requestedAt: 'timestamptz', expiresAt: 'timestamptz' },
  sql: `INSERT INTO factor_recoveries (id, user_id, token_hash, requested_at, expires_at)
VALUES (:id, :userId, :tokenHash, :requestedAt, :expiresAt)`,
})

const UNUSED = 'token_hash = :tokenHash AND began_at IS NULL AND cancelled_at IS NULL AND expires_at > :now'

export const FIND_REQUEST = statement({
  name: 'recovery-of-link',
  params: { tokenHash: 'text', now: 'timestamptz' },
  row: { userId: 'int' },
  sql: `SELECT user_id AS "userId" FROM factor_recoveries WHERE ${UNUSED}`,
})

/** Locks the account's factor, so that recoveries of one account begin one after another. */
export const LOCK_FACTOR = statement({
  name: 'factor-lock',
  params: { userId: 'int' },
  row: { enabledAt: 'timestamptz?' },
  sql: 'SELECT enabled_at AS "enabledAt" FROM two_factors WHERE user_id = :userId FOR UPDATE',
})

export const BEGIN_RECOVERY = statement({
  name: 'recovery-begin',
  params: { tokenHash: 'text', now: 'timestamptz', endsAt: 'timestamptz', cancelHash: 'text' },
  sql: `UPDATE factor_recoveries SET began_at = :now, ends_at = :endsAt, cancel_hash = :cancelHash WHERE ${UNUSED}`,
})

/** Where another recovery waits. */
export const DROP_REQUEST = statement({
  name: 'recovery-drop-request',
  params: { tokenHash: 'text', now: 'timestamptz' },
  sql: `UPDATE factor_recoveries SET cancelled_at = :now WHERE ${UNUSED}`,
})

export const FIND_WAITING = statement({
  name: 'recovery-waiting',
  params: { userId: 'int' },
  row: RECOVERY,
  sql: `${SELECT} WHERE user_id = :userId AND ${WAITING}`,
})

export const FIND_WAITING_BY_LINK = statement({
  name: 'recovery-waiting-by-link',
  params: { cancelHash: 'text' },
  row: RECOVERY,
  sql: `${SELECT} WHERE cancel_hash = :cancelHash AND ${WAITING}`,
})

export const CANCEL_RECOVERY = statement({
  name: 'recovery-cancel',
  params: { id: 'uuid', now: 'timestamptz' },
  sql: `UPDATE factor_recoveries SET cancelled_at = :now WHERE id = :id AND ${WAITING}`,
})

export const FIND_DUE = statement({
  name: 'recovery-due',
  params: { now: 'timestamptz', limit: 'int' },
  row: RECOVERY,
  sql: `${SELECT} WHERE ends_at <= :now AND cancelled_at IS NULL AND done_at IS NULL ORDER BY ends_at LIMIT :limit`,
})

export const END_RECOVERY = statement({
  name: 'recovery-end',
  params: { id: 'uuid', now: 'timestamptz' },
  row: { userId: 'int' },
  sql: `UPDATE factor_recoveries SET done_at = :now WHERE id = :id AND ends_at <= :now AND ${WAITING} RETURNING user_id AS "userId"`,
})
