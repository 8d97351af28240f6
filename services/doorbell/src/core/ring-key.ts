import { createHash } from 'node:crypto'

/** A random UUID has 122 unguessable bits (RFC 9562, 5.4). Our pages and the gateway generate such keys. */
const UNGUESSABLE = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** Whether a key alone proves that its sender made it. */
export const isUnguessable = (key: string): boolean => UNGUESSABLE.test(key)

export type KeyInput = { readonly key: string; readonly address: string; readonly texts?: readonly (string | null | undefined)[] }

/**
 * An idempotency key identifies one request of one visitor, within a scope. A random UUID is sufficient: a phone that changes its
 * network between two tries still rings once. Another visitor may send any other key too (`order-2026-11-21`): it is also scoped by the
 * address and the form's texts, and a repetition without the ring's cookie gets no token (rings/rings.handlers.ts).
 * @returns 43 characters, base64url of SHA-256
 */
export function ringKey(scope: string, { key, address, texts = [] }: KeyInput): string {
  const named = isUnguessable(key) ? [''] : [address, ...texts.map((text) => text ?? '')]
  return createHash('sha256')
    .update(JSON.stringify([scope, key, ...named]))
    .digest('base64url')
}
