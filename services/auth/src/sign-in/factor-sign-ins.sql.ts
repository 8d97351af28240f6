import { statement } from '#kit/statement.ts'

export const USE_LINK = statement({
  name: 'sign-in-link-use',
  params: { tokenHash: 'text', now: 'timestamptz' },
  sql: `UPDATE mail_tokens SET used_at = :now
WHERE token_hash = :tokenHash AND purpose = 'sign_in' AND used_at IS NULL AND expires_at > :now`,
})

export const FIND_DEVICE_OF = statement({
  name: 'device-of',
  params: { userId: 'int', deviceHash: 'text', since: 'timestamptz' },
  row: { exists: 'boolean', known: 'boolean' },
  sql: `SELECT count(*) > 0 AS "exists", count(*) FILTER (WHERE user_id = :userId) > 0 AS known
FROM known_devices WHERE device_hash = :deviceHash AND last_at > :since`,
})
