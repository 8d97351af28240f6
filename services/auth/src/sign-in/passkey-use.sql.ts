import { statement } from '#kit/statement.ts'

export const SPEND_CHALLENGE = statement({
  name: 'challenge-spend',
  params: { hash: 'text', expiresAt: 'timestamptz' },
  sql: 'INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES (:hash, :expiresAt) ON CONFLICT DO NOTHING',
})

/** A device without a counter stays at 0 (WebAuthn, 6.1.1). */
export const USE_PASSKEY = statement({
  name: 'passkey-use',
  params: { id: 'int', counter: 'bigint', now: 'timestamptz' },
  sql: `UPDATE passkeys SET counter = :counter, last_used_at = :now
WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
})
