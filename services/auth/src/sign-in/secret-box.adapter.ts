/** Authenticator secrets are encrypted at rest, recovery codes hashed with a key: a copy of the database alone contains neither. */
import { createHmac } from 'node:crypto'
import { deriveKey } from '#kit/derive-key.ts'
import { createSecretBox as createBox } from '#kit/secret-box.ts'
import type { SecretBox } from './factors.ts'

/** @param key of the configuration; a separate key is derived from it for each use (RFC 5869) */
export function createSecretBox(key: string): SecretBox {
  const codes = Buffer.from(deriveKey(key, 'recovery codes'), 'base64url')
  return {
    ...createBox([key], 'two-factor secrets'),
    hashCode: (code, context) => createHmac('sha256', codes).update(`${context} ${code}`).digest('hex'),
  }
}
