/** The second factor: each change is one conditional statement, so that of two concurrent ones one finds nothing to change. */
import { statement } from '#kit/statement.ts'

export const FIND_FACTOR = statement({
  name: 'factor-find',
  params: { userId: 'int' },
  row: { sealed: 'text', enabledAt: 'timestamptz?', codesLeft: 'int' },
  sql: `SELECT f.secret AS sealed, f.enabled_at AS "enabledAt",
  (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.user_id AND c.used_at IS NULL) AS "codesLeft"
FROM two_factors f WHERE f.user_id = :userId`,
})

export const ENROL_FACTOR = statement({
  name: 'factor-enrol',
  params: { userId: 'int', sealed: 'text', now: 'timestamptz' },
  sql: `INSERT INTO two_factors (user_id, secret, created_at) VALUES (:userId, :sealed, :now)
ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at WHERE two_factors.enabled_at IS NULL`,
})

export const ENABLE_FACTOR = statement({
  name: 'factor-enable',
  params: { userId: 'int', sealed: 'text', step: 'int', now: 'timestamptz' },
  sql: `UPDATE two_factors SET enabled_at = :now, last_step = :step
WHERE user_id = :userId AND secret = :sealed AND enabled_at IS NULL`,
})

export const INSERT_CODES = statement({
  name: 'recovery-codes-insert',
  params: { userId: 'int', hashes: 'text[]' },
  sql: 'INSERT INTO recovery_codes (user_id, code_hash) SELECT :userId::int, hash FROM unnest(:hashes::text[]) AS hash',
})

export const DELETE_CODES = statement({
  name: 'recovery-codes-delete',
  params: { userId: 'int' },
  sql: 'DELETE FROM recovery_codes WHERE user_id = :userId',
})

export const DELETE_FACTOR = statement({
  name: 'factor-delete',
  params: { userId: 'int' },
  row: { enabledAt: 'timestamptz?' },
  sql: 'DELETE FROM two_factors WHERE user_id = :userId RETURNING enabled_at AS "enabledAt"',
})

/** Marking a step used marks all earlier steps used (RFC 6238, 5.2). */
export const SPEND_STEP = statement({
  name: 'factor-spend-step',
  params: { userId: 'int', step: 'int' },
  sql: `UPDATE two_factors SET last_step = :step
WHERE user_id = :userId AND enabled_at IS NOT NULL AND (last_step IS NULL OR last_step < :step)`,
})

export const SPEND_CODE = statement({
  name: 'factor-spend-code',
  params: { userId: 'int', codeHash: 'text', now: 'timestamptz' },
  sql: 'UPDATE recovery_codes SET used_at = :now WHERE user_id = :userId AND code_hash = :codeHash AND used_at IS NULL',
})

export const FIND_CODE_FAILURES = statement({
  name: 'code-failures',
  params: { userId: 'int', bucket: 'text', since: 'timestamptz' },
  row: { count: 'int', last: 'timestamptz?' },
  sql: `SELECT count(*)::int AS count, max(at) AS last FROM code_failures WHERE user_id = :userId AND bucket = :bucket AND at > :since`,
})

export const COUNT_CODE = statement({
  name: 'code-count',
  params: { userId: 'int', bucket: 'text', now: 'timestamptz' },
  sql: 'INSERT INTO code_failures (user_id, bucket, at) VALUES (:userId, :bucket, :now)',
})

export const CLEAR_CODE_FAILURES = statement({
  name: 'code-failures-clear',
  params: { userId: 'int', bucket: 'text' },
  sql: 'DELETE FROM code_failures WHERE user_id = :userId AND bucket = :bucket',
})

/** Ends a waiting recovery, which has nothing left to remove. */
export const DROP_WAITING = statement({
  name: 'recovery-drop',
  params: { userId: 'int', now: 'timestamptz' },
  sql: `UPDATE factor_recoveries SET cancelled_at = :now WHERE user_id = :userId AND cancelled_at IS NULL AND done_at IS NULL`,
})

export const RECORD_RESET = statement({
  name: 'factor-reset',
  params: { userId: 'int', by: 'text', now: 'timestamptz' },
  sql: 'INSERT INTO factor_resets (user_id, by, at) VALUES (:userId, :by, :now)',
})
