/**
 * Secrets that a service must read again are encrypted at rest: a copy of the database alone contains none that can be used. AES-256-GCM
 * with a random nonce of 96 bits (NIST SP 800-38D); the context is authenticated, so that a value copied to another row does not decrypt.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** The first part of each stored value; a later version can use another cipher or key. */
const VERSION = 'v1'

export type SecretBox = {
  /** @param context what the secret belongs to, such as its row */
  readonly seal: (text: string, context: string) => string
  /** @throws Error for another key, context or version */
  readonly open: (stored: string, context: string) => string
  /** @returns it sealed with the newest key; undefined where it is already, or no key opens it */
  readonly reseal: (stored: string, context: string) => string | undefined
}

/**
 * @param keys of the configuration, the newest first: it seals, all open
 * @param purpose a separate key is derived for each (HKDF, RFC 5869)
 */
export function createSecretBox(keys: readonly [string, ...string[]], purpose: string): SecretBox {
  const [newest, ...older] = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))) as [Buffer, ...Buffer[]]
  const openWith = (key: Buffer, bytes: Buffer, context: string): string => {
    const opener = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    opener.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    return Buffer.concat([opener.update(bytes.subarray(NONCE + TAG)), opener.final()]).toString('utf8')
  }
  const seal = (text: string, context: string) => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, newest, nonce).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
  }
  /** @returns undefined where the key did not seal it */
  const tryWith = (key: Buffer, bytes: Buffer, context: string) => {
    try {
      return openWith(key, bytes, context)
    } catch {
      return undefined
    }
  }
  const bytesOf = (stored: string) => {
    const [version, encoded = ''] = stored.split('.')
    if (version !== VERSION) throw new Error(`a secret of the unknown version ${version}`)
    return Buffer.from(encoded, 'base64url')
  }
  return {
    seal,
    open: (stored, context) => {
      const bytes = bytesOf(stored)
      for (const key of older) {
        const text = tryWith(key, bytes, context)
        if (text !== undefined) return text
      }
      return openWith(newest, bytes, context)
    },
    reseal: (stored, context) => {
      const bytes = bytesOf(stored)
      for (const key of older) {
        const text = tryWith(key, bytes, context)
        if (text !== undefined) return seal(text, context)
      }
      return undefined
    },
  }
}
