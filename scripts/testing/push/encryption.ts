/** The receiver's side of Message Encryption for Web Push (RFC 8291, on the content encoding aes128gcm of RFC 8188). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const SALT_BYTES = 16
/** The length of salt, record size and key id length together (RFC 8188, section 2.1). */
const HEADER_BYTES = SALT_BYTES + 5
/** An uncompressed point of P-256. */
const PUBLIC_KEY_BYTES = 65
const TAG_BYTES = 16
/** Ends the last record; only zeros follow (RFC 8188, section 2). */
const LAST_RECORD = 2

/** The `keys` of a PushSubscription as JSON. */
export type PublicKeys = { readonly p256dh: string; readonly auth: string }
export type SubscriptionKeys = PublicKeys & { /** base64url */ readonly privateKey: string }

export function createSubscriptionKeys(): SubscriptionKeys {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  return { p256dh, auth: randomBytes(16).toString('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

/**
 * @param body of a push request
 * @throws Error if it is not one record of aes128gcm for these keys
 */
export function decryptMessage({ p256dh, auth, privateKey }: SubscriptionKeys, body: Buffer): Buffer {
  const salt = body.subarray(0, SALT_BYTES)
  const records = HEADER_BYTES + PUBLIC_KEY_BYTES
  if (body.length < records + TAG_BYTES || body[HEADER_BYTES - 1] !== PUBLIC_KEY_BYTES) throw new Error('the body is not aes128gcm')
  const recordSize = body.readUInt32BE(SALT_BYTES)
  if (body.length - records > recordSize) throw new Error('a push message is one record (RFC 8291, section 4)')
  const senderKey = body.subarray(HEADER_BYTES, records)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey])
  const secret = hkdf(pair.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(body.subarray(records, -TAG_BYTES)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== LAST_RECORD) throw new Error('the record has no end')
  return padded.subarray(0, end)
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) => Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
