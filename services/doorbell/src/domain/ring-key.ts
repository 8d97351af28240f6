import { createHash } from 'node:crypto'

/** A random UUID: 122 bits nobody guesses (RFC 9562, 5.4). Our pages and the gateway make their keys so. */
const UNGUESSABLE = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/**
 * An idempotency key names one ring of one visitor. It is scoped by the code, and by the address unless it is a random UUID: a known key is
 * answered with the visitor's token, which must not go to whoever guesses `order-2026-11-21`. With a UUID a phone that changes its network
 * between two tries still rings once.
 * @returns 43 characters, base64url of SHA-256
 */
export function ringKey(qrCodeId: string, key: string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([qrCodeId, key, UNGUESSABLE.test(key) ? '' : address]))
    .digest('base64url')
}
