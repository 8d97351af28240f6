import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { z } from 'zod'
import { keysOf, type SigningKeys, signingKey } from './signing-keys.ts'

const keys = new Map<string, KeyObject>()

/**
 * Cached: given a string, jsonwebtoken first tries and fails to parse it as a private key for every token, which took a tenth of a ring's
 * time.
 */
function keyOf(text: string): KeyObject {
  const key = keys.get(text) ?? createSecretKey(text, 'utf8')
  keys.set(text, key)
  return key
}

/** A signed token (HS256, RFC 7519). @param seconds life */
export function signToken(signing: SigningKeys, claims: object, seconds: number, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  return jwt.sign({ ...claims, iat, exp: iat + seconds }, keyOf(signingKey(signing)), { algorithm: 'HS256' })
}

/** @returns the claims, or undefined when the token is forged, expired or of another use; never throws on input */
export function verifyToken<S extends z.ZodType>(
  verifying: SigningKeys,
  schema: S,
  token: string,
  now: Date,
): (z.output<S> & { iat: number }) | undefined {
  for (const key of keysOf(verifying)) {
    const claims = verifyWith(key, schema, token, now)
    if (claims) return claims
  }
  return undefined
}

/**
 * Whether the key has made the signature (RFC 7515, 5.2), before the library parses the token and builds an error from its defects,
 * which takes ten times as long: an attacker sends dozens.
 */
function isSignedWith(key: string, token: string): boolean {
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  const expected = createHmac('sha256', keyOf(key))
    .update(token.slice(0, Math.max(end, 0)))
    .digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

function verifyWith<S extends z.ZodType>(key: string, schema: S, token: string, now: Date): (z.output<S> & { iat: number }) | undefined {
  if (!isSignedWith(key, token)) return undefined
  try {
    const payload = jwt.verify(token, keyOf(key), { algorithms: ['HS256'], clockTimestamp: Math.floor(now.getTime() / 1000) })
    const parsed = schema.safeParse(payload)
    if (!parsed.success || typeof payload === 'string') return undefined
    return { ...(parsed.data as z.output<S> & object), iat: payload.iat ?? 0 } as z.output<S> & { iat: number }
  } catch {
    return undefined
  }
}
