/** Passkeys: a challenge works once and a counter only grows, each by one conditional statement. */
import { statement } from '#kit/statement.ts'

const NEW = {
  userId: 'int',
  credentialId: 'text',
  publicKey: 'text',
  userHandle: 'text',
  counter: 'bigint',
  name: 'text',
  device: 'text',
  createdAt: 'timestamptz',
} as const
const COLUMNS = { id: 'int', ...NEW, lastUsedAt: 'timestamptz?' } as const
const LIST = `id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey", user_handle AS "userHandle", counter,
  name, device, created_at AS "createdAt", last_used_at AS "lastUsedAt"`

export const FIND_PASSKEYS = statement({
  name: 'passkeys-of',
  params: { userId: 'int' },
  row: COLUMNS,
  sql: `SELECT ${LIST} FROM passkeys WHERE user_id = :userId ORDER BY created_at DESC, id DESC`,
})

export const FIND_PASSKEY = statement({
  name: 'passkey-by-credential',
  params: { credentialId: 'text' },
  row: COLUMNS,
  sql: `SELECT ${LIST} FROM passkeys WHERE credential_id = :credentialId`,
})

/** Nothing is inserted where the credential is known. */
export const INSERT_PASSKEY = statement({
  name: 'passkey-insert',
  params: NEW,
  row: COLUMNS,
  sql: `INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, counter, name, device, created_at)
VALUES (:userId, :credentialId, :publicKey, :userHandle, :counter, :name, :device, :createdAt)
ON CONFLICT (credential_id) DO NOTHING RETURNING ${LIST}`,
})

export const RENAME_PASSKEY = statement({
  name: 'passkey-rename',
  params: { userId: 'int', id: 'int', name: 'text' },
  row: COLUMNS,
  sql: `UPDATE passkeys SET name = :name WHERE id = :id AND user_id = :userId RETURNING ${LIST}`,
})

export const DELETE_PASSKEY = statement({
  name: 'passkey-delete',
  params: { userId: 'int', id: 'int' },
  sql: 'DELETE FROM passkeys WHERE id = :id AND user_id = :userId',
})
