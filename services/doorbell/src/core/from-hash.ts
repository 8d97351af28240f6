import { createHmac } from 'node:crypto'
import { keysOf, type SigningKeys } from '#kit/signing-keys.ts'

/**
 * Identifies the address of a ring for blocks. No address is stored, and without the key addresses cannot be tested
 * against the stored hashes.
 * Of several keys the oldest is used: a new key must not unblock an address, and no block of an address outlives the old key.
 * @returns 43 characters, base64url of HMAC-SHA256
 */
export function fromHash(keys: SigningKeys, address: string): string {
  const key = keysOf(keys).at(-1)
  if (key === undefined) throw new Error('there is no key to hash with')
  return createHmac('sha256', key).update(`from ${address}`).digest('base64url')
}
