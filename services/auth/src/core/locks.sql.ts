/** Row locks: what is read and written in the same transaction afterwards runs one after the other. */
import { statement } from '#kit/statement.ts'

/** Reads the picture that the account has while no other transaction can change it. */
export const LOCK_PICTURE = statement({
  name: 'lock-picture',
  params: { id: 'int' },
  row: { picture: 'text?' },
  sql: 'SELECT picture FROM users WHERE id = :id FOR UPDATE',
})

/** Waits for a change of the password in progress. No row: the account is deleted, or its deletion has begun. */
export const LOCK_PASSWORD = statement({
  name: 'lock-password',
  params: { id: 'int' },
  row: { passwordHash: 'text' },
  sql: 'SELECT password_hash AS "passwordHash" FROM users WHERE id = :id AND deleting_since IS NULL FOR SHARE',
})

/** Waits for a transaction that ends the session. No row: it has ended. */
export const LOCK_SESSION = statement({
  name: 'lock-session',
  params: { id: 'text' },
  row: { userId: 'int' },
  sql: 'SELECT user_id AS "userId" FROM sessions WHERE id = :id AND revoked_at IS NULL FOR SHARE',
})

/** Mails of one kind to one address or account are counted and written one after another. */
export const LOCK_MAILS = statement({
  name: 'lock-mails',
  params: { kind: 'text', of: 'text' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(:kind || ' ' || :of, 0))",
})
