/** Derives the passwords of single users, and the keys that two services share, from one secret of a data directory. */
import { hkdfSync } from 'node:crypto'

const BYTES = 32

/**
 * HKDF (RFC 5869): from one derived secret, neither the original one nor another derived one can be computed. Only the process that starts
 * the product derives them; a service gets only its own.
 * @param purpose the use of the secret, such as `nats auth`
 * @returns 64 hexadecimal digits
 */
export function deriveSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, BYTES)).toString('hex')
}

/** @returns the server's URL with another user's credentials */
export function urlAs(serverUrl: string, user: string, password: string): string {
  const url = new URL(serverUrl)
  url.username = user
  url.password = password
  return url.href
}
