import { type RowType, selectList, statement } from '#kit/statement.ts'
import type { ListedSession } from './session-list.ts'

const LISTED = {
  id: 'text',
  userId: 'int',
  device: 'text',
  deviceType: 'text',
  browser: 'text',
  ipAddress: 'text',
  userAgent: 'text',
  createdAt: 'timestamptz',
  lastActive: 'timestamptz',
  revokedAt: 'timestamptz?',
  role: 'text',
} as const satisfies Readonly<Record<keyof ListedSession, RowType>>

/** The newest are enough: each needs a log-in, and a page shows no more. */
export const LIST_SESSIONS = statement({
  name: 'session-list',
  params: { userId: 'int', usedSince: 'timestamptz', createdSince: 'timestamptz', limit: 'int' },
  row: LISTED,
  sql: `SELECT ${selectList('s', LISTED)} FROM sessions s
WHERE s.user_id = :userId AND s.revoked_at IS NULL AND s.last_active > :usedSince AND s.created_at > :createdSince
ORDER BY s.last_active DESC, s.id LIMIT :limit`,
})

/** `revoked` is false for a session that had ended. No row: it belongs to another account. */
export const REVOKE_OWN_SESSION = statement({
  name: 'session-revoke-own',
  params: { id: 'text', userId: 'int', now: 'timestamptz' },
  row: { revoked: 'boolean' },
  sql: `WITH found AS (SELECT id, revoked_at FROM sessions WHERE id = :id AND user_id = :userId FOR UPDATE), ended AS (
  UPDATE sessions SET revoked_at = :now WHERE id IN (SELECT id FROM found WHERE revoked_at IS NULL) RETURNING id
)
SELECT EXISTS (SELECT 1 FROM ended) AS revoked FROM found`,
})

export const REVOKE_OTHER_SESSIONS = statement({
  name: 'session-revoke-others',
  params: { userId: 'int', kept: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: 'UPDATE sessions SET revoked_at = :now WHERE user_id = :userId AND id <> :kept AND revoked_at IS NULL RETURNING id',
})

export const DELETE_API_TOKENS = statement({
  name: 'session-delete-api-tokens',
  params: { userId: 'int' },
  row: { id: 'text' },
  sql: 'DELETE FROM api_tokens WHERE user_id = :userId RETURNING id',
})
