/** The keys that identify this doorbell to push services (VAPID, RFC 8292): points of P-256 in base64url. */
import { createECDH } from 'node:crypto'

const CURVE = 'prime256v1'
/** 32 bytes in base64url. */
const PRIVATE = /^[\w-]{43}$/

export type PushKey = { readonly publicKey: string; readonly privateKey: string }

/** @throws Error for a number that is none of the curve's */
export function pushKeyOf(privateKey: string): PushKey {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(privateKey, 'base64url')
  return { privateKey, publicKey: ecdh.getPublicKey('base64url') }
}

export function isPrivateKey(text: string): boolean {
  if (!PRIVATE.test(text)) return false
  try {
    return pushKeyOf(text).publicKey !== ''
  } catch {
    return false
  }
}
