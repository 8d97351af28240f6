/** A push subscription as a browser makes one, with keys that the test holds (RFC 8291, 3.1 and 3.2). */
import { createECDH, type ECDH, randomBytes } from 'node:crypto'

export type TestSubscription = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** Decrypts what is pushed. */
  readonly ecdh: ECDH
}

export function createSubscription(endpoint: string): TestSubscription {
  const ecdh = createECDH('prime256v1')
  return { endpoint, ecdh, keys: { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') } }
}

/** What a page sends to `PUT /api/devices/current/push`. */
export const subscriptionInput = ({ endpoint, keys }: TestSubscription) => ({ endpoint, keys, permission: 'granted' as const })

/** An endpoint of a push service that is always allowed; the tests never send to it. */
export const VENDOR_ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/'
