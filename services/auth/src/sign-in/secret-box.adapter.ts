/**
 * Secrets that auth must read again are encrypted at rest: a copy of the database alone contains no usable authenticator. AES-256-GCM with
 * a random nonce of 96 bits (NIST SP 800-38D); the context is authenticated, so that a value copied to another row does not decrypt.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretBox } from './factors.ts'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** The first part of each stored value; a later version can use another cipher or key. */
const VERSION = 'v1'

const derive = (key: string, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** @param key of the configuration; a separate key is derived from it for each use (RFC 5869) */
export function createSecretBox(key: string): SecretBox {
  const secrets = derive(key, 'two-factor secrets')
  const codes = derive(key, 'recovery codes')
  return {
    seal: (text, context) => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(CIPHER, secrets, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open: (stored, context) => {
      const [version, encoded = ''] = stored.split('.')
      if (version !== VERSION) throw new Error(`a secret of the unknown version ${version}`)
      const bytes = Buffer.from(encoded, 'base64url')
      const opener = createDecipheriv(CIPHER, secrets, bytes.subarray(0, NONCE), { authTagLength: TAG })
      opener.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([opener.update(bytes.subarray(NONCE + TAG)), opener.final()]).toString('utf8')
    },
    hashCode: (code, context) => createHmac('sha256', codes).update(`${context} ${code}`).digest('hex'),
  }
}
