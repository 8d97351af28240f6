/** The keys that identify this doorbell to push services (VAPID, RFC 8292): points of P-256 in base64url. */
import { createECDH, createPrivateKey, ECDH, type KeyObject } from 'node:crypto'

const CURVE = 'prime256v1'
/** Bytes of each of a point's two numbers, which follow one byte. */
const COORDINATE = 32
/** 32 bytes in base64url. */
const PRIVATE = /^[\w-]{43}$/

export type PushKey = { readonly publicKey: string; readonly privateKey: string }

/** @throws Error for a number outside the curve's range */
export function pushKeyOf(privateKey: string): PushKey {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(privateKey, 'base64url')
  return { privateKey, publicKey: ecdh.getPublicKey('base64url') }
}

/** For ES256 (RFC 8292, 2). */
export function signingKeyOf({ publicKey, privateKey: d }: PushKey): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (at: number) => point.subarray(at, at + COORDINATE).toString('base64url')
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x: coordinate(1), y: coordinate(1 + COORDINATE) }, format: 'jwk' })
}

/** Of a subscription, as a browser sends it: it must be a point of the curve, or no message can be encrypted for it (RFC 8291, 3.1). */
export function isPoint(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, CURVE, 'base64url', 'hex', 'compressed') !== ''
  } catch {
    return false
  }
}

export function isPrivateKey(text: string): boolean {
  if (!PRIVATE.test(text)) return false
  try {
    return pushKeyOf(text).publicKey !== ''
  } catch {
    return false
  }
}
