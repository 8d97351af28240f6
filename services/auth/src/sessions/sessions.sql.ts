import { type RowType, selectList, statement } from '#kit/statement.ts'
import type { SessionRecord } from '../core/session.ts'

const SESSION = {
  id: 'text',
  userId: 'int',
  device: 'text',
  createdAt: 'timestamptz',
  lastActive: 'timestamptz',
  revokedAt: 'timestamptz?',
  confirmedAt: 'timestamptz?',
  byLink: 'boolean',
  role: 'text',
} as const satisfies Readonly<Record<keyof SessionRecord, RowType>>
const SELECT = `SELECT ${selectList('s', SESSION)} FROM sessions s`

export const FIND_SESSION_BY_TOKEN = statement({
  name: 'session-by-token',
  prepared: true,
  params: { tokenHash: 'text' },
  row: SESSION,
  sql: `${SELECT} WHERE s.token_hash = :tokenHash`,
})

export const FIND_SESSION = statement({
  name: 'session-by-id',
  prepared: true,
  params: { id: 'text' },
  row: SESSION,
  sql: `${SELECT} WHERE s.id = :id`,
})

export const TOUCH_SESSION = statement({
  name: 'session-touch',
  prepared: true,
  params: { id: 'text', now: 'timestamptz' },
  sql: 'UPDATE sessions SET last_active = :now WHERE id = :id AND last_active < :now',
})

export const CONFIRM_SESSION = statement({
  name: 'session-confirm',
  params: { id: 'text', now: 'timestamptz' },
  sql: 'UPDATE sessions SET confirmed_at = :now WHERE id = :id AND revoked_at IS NULL',
})

export const SET_SESSION_ROLE = statement({
  name: 'session-set-role',
  params: { id: 'text', role: 'text' },
  sql: 'UPDATE sessions SET role = :role WHERE id = :id AND revoked_at IS NULL',
})

export const SET_SESSION_DEVICE = statement({
  name: 'session-set-device',
  params: { id: 'text', userId: 'int', device: 'text' },
  sql: 'UPDATE sessions SET device = :device WHERE id = :id AND user_id = :userId AND revoked_at IS NULL',
})

/** When the session ends if it is not used again. */
const END = 'LEAST(s.last_active + make_interval(secs => :idleSeconds::int), s.created_at + make_interval(secs => :absoluteSeconds::int))'
const LIVES = { idleSeconds: 'int', absoluteSeconds: 'int' } as const

export const FIND_ENDED_SESSIONS = statement({
  name: 'sessions-ended',
  params: { ...LIVES, now: 'timestamptz', limit: 'int' },
  row: { id: 'text', userId: 'int' },
  sql: `SELECT s.id, s.user_id AS "userId" FROM sessions s WHERE s.revoked_at IS NULL AND ${END} <= :now LIMIT :limit`,
})

export const FIND_ENDING_SESSIONS = statement({
  name: 'sessions-ending',
  params: { ...LIVES, now: 'timestamptz', until: 'timestamptz', limit: 'int' },
  row: { id: 'text', userId: 'int', device: 'text', endsAt: 'timestamptz?' },
  sql: `SELECT s.id, s.user_id AS "userId", s.device, ${END} AS "endsAt" FROM sessions s
WHERE s.revoked_at IS NULL AND ${END} > :now AND ${END} <= :until AND (s.warned_of IS NULL OR s.warned_of < ${END}) LIMIT :limit`,
})

export const SET_SESSION_WARNED = statement({
  name: 'session-warned',
  params: { id: 'text', endsAt: 'timestamptz' },
  sql: 'UPDATE sessions SET warned_of = :endsAt WHERE id = :id',
})

export const REVOKE_SESSION = statement({
  name: 'session-revoke',
  params: { id: 'text', now: 'timestamptz' },
  sql: 'UPDATE sessions SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
})
