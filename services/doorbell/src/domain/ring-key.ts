import { createHash } from 'node:crypto'

/** A random UUID: 122 bits nobody guesses (RFC 9562, 5.4). Our pages and the gateway make their keys so. */
const UNGUESSABLE = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** Whether a key alone proves that the one who sends it made it. */
export const isUnguessable = (key: string): boolean => UNGUESSABLE.test(key)

export type Press = { readonly key: string; readonly address: string; readonly words?: readonly (string | null | undefined)[] }

/**
 * An idempotency key names one press of one visitor. It is scoped by the code. A random UUID needs nothing else: a phone that changes its network
 * between two tries still rings once. Any other key may be another visitor's too (`order-2026-11-21`): it is scoped by the address and by what was
 * typed as well, and whoever repeats it without the ring's cookie gets no token (handlers/visits.ts).
 * @returns 43 characters, base64url of SHA-256
 */
export function ringKey(scope: string, { key, address, words = [] }: Press): string {
  const named = isUnguessable(key) ? [''] : [address, ...words.map((word) => word ?? '')]
  return createHash('sha256')
    .update(JSON.stringify([scope, key, ...named]))
    .digest('base64url')
}
