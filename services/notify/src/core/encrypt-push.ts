/**
 * Message Encryption for Web Push (RFC 8291): one record of aes128gcm (RFC 8188). web-push does the same with six HMAC objects whose keys
 * are converted each time, for a third more CPU: this is the dearest part of a push.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Subscription } from './ports.ts'

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const SECRET_BYTES = 32
const KEY_BYTES = 16
const NONCE_BYTES = 12
/** Push services take no longer bodies (RFC 8291, 4), so that one record holds each message. */
const RECORD_SIZE = 4_096
/** Follows the text of the last record (RFC 8188, 2). */
const LAST_RECORD = Buffer.of(2)

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** @returns the body of a request @throws Error for a key that is no point of P-256 */
export function encryptPush({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>, text: string): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  // For this message alone (RFC 8291, 3.1).
  const pair = createECDH(CURVE)
  const sender = pair.generateKeys()
  const salt = randomBytes(SALT_BYTES)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const secret = hkdf(pair.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, SECRET_BYTES)
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', KEY_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, hkdf(secret, salt, 'Content-Encoding: nonce\0', NONCE_BYTES))
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_SIZE)
  header.writeUInt8(sender.length, 4)
  return Buffer.concat([salt, header, sender, cipher.update(text), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()])
}
