import { type RowType, selectList, statement } from '#kit/statement.ts'
import type { ApiTokenRecord } from './api-tokens.ts'

const API_TOKEN = {
  id: 'text',
  userId: 'int',
  name: 'text',
  scopes: 'text[]?',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz?',
  expiresAt: 'timestamptz?',
} as const satisfies Readonly<Record<keyof ApiTokenRecord, RowType>>
const SELECT = `SELECT ${selectList('t', API_TOKEN)} FROM api_tokens t`

export const FIND_API_TOKENS = statement({
  name: 'api-tokens-of',
  params: { userId: 'int' },
  row: API_TOKEN,
  sql: `${SELECT} WHERE t.user_id = :userId ORDER BY t.created_at DESC, t.id`,
})

export const FIND_API_TOKEN = statement({
  name: 'api-token-by-token',
  prepared: true,
  params: { tokenHash: 'text' },
  row: API_TOKEN,
  sql: `${SELECT} WHERE t.token_hash = :tokenHash`,
})

export const INSERT_API_TOKEN = statement({
  name: 'api-token-insert',
  params: {
    id: 'text',
    tokenHash: 'text',
    userId: 'int',
    name: 'text',
    scopes: 'text[]',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz?',
  },
  sql: `INSERT INTO api_tokens (id, token_hash, user_id, name, scopes, created_at, expires_at)
VALUES (:id, :tokenHash, :userId, :name, :scopes, :createdAt, :expiresAt)`,
})

export const TOUCH_API_TOKEN = statement({
  name: 'api-token-touch',
  prepared: true,
  params: { id: 'text', now: 'timestamptz' },
  sql: 'UPDATE api_tokens SET last_used_at = :now WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :now)',
})

export const DELETE_API_TOKEN = statement({
  name: 'api-token-delete',
  params: { userId: 'int', id: 'text' },
  sql: 'DELETE FROM api_tokens WHERE id = :id AND user_id = :userId',
})
