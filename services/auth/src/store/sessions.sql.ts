import { type RowType, selectList, statement } from '#kit/statement.ts'
import type { SessionRecord } from '../domain/session.ts'

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

export const REVOKE_SESSION = statement({
  name: 'session-revoke',
  params: { id: 'text', now: 'timestamptz' },
  sql: 'UPDATE sessions SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
})
