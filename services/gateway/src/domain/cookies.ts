/**
 * Cookie names and flags (docs/product/interface.md, HTTP). On https `__Host-` and Secure; on plain http the name has the port, because
 * cookies do not separate ports. SameSite is Lax, never Strict: mail links and Stripe's return must work.
 */
import { serialize } from 'cookie'
import type { CookieEffects } from '#proto/envelope.ts'
import { LANGUAGE_COOKIE } from '#proto/languages.ts'

export type CookieStyle = { readonly secure: boolean; readonly port: string }
export type CookieJar = {
  readonly session?: string
  readonly device?: string
  /** A ring that waits for its turn (RingTurnClaims). */
  readonly turn?: string
  readonly visits: ReadonlyMap<number, string>
  readonly left: ReadonlyMap<number, string>
}

/** The visits and erasure tokens that a browser keeps; each token adds some 200 bytes to every request. */
const KEPT = { visit: 5, left: 10 } as const
type Proof = keyof typeof KEPT
/** Tokens read per kind; no browser of ours holds as many. */
const MAX_TOKENS = 20
/** 256 bits in base64url. Any other value was not set by us and must not reach headers or Redis keys. */
const DEVICE = /^[\w-]{43}$/

/** The name that a browser sends: `__Host-session`, on plain http `session-p5000`. */
export const cookieName = (base: string, style: CookieStyle) => (style.secure ? `__Host-${base}` : `${base}-p${style.port}`)

const PROOF = '(?:visit|left)-\\d{1,10}'

/**
 * Parses only our own cookies: parsing a header of 2,000 others takes longer than the rest of a refused request.
 * @param base the base names, as a pattern
 * @returns the value of each; of several the first, which browsers list first (RFC 6265, 5.4)
 */
function ownCookies(header: string, base: string, style: CookieStyle): Map<string, string> {
  const own = new RegExp(`(?:^|;)[ \\t]*${cookieName(`(${base})`, style)}=([^;]*)`, 'g')
  const found = new Map<string, string>()
  for (const [, key = '', value = ''] of header.matchAll(own)) if (!found.has(key)) found.set(key, value.trim())
  return found
}

function readProofs(header: string, style: CookieStyle): Record<Proof, Map<number, string>> {
  const proofs: Record<Proof, Map<number, string>> = { visit: new Map(), left: new Map() }
  for (const [key, value] of ownCookies(header, PROOF, style)) {
    const [kind, id] = key.split('-')
    const held = proofs[kind === 'left' ? kind : 'visit']
    if (id && value && held.size < MAX_TOKENS) held.set(Number(id), value)
  }
  return proofs
}

/** Tokens of visits are parsed when they are needed: a refused request needs none. */
export function readCookies(header = '', style: CookieStyle): CookieJar {
  const all = ownCookies(header, 'session|device|turn', style)
  const [session, turn, sentDevice] = [all.get('session'), all.get('turn'), all.get('device')]
  const device = sentDevice && DEVICE.test(sentDevice) ? sentDevice : undefined
  let proofs: ReturnType<typeof readProofs> | undefined
  const tokens = () => {
    proofs ??= readProofs(header, style)
    return proofs
  }
  return {
    ...(session ? { session } : {}),
    ...(device ? { device } : {}),
    ...(turn ? { turn } : {}),
    get visits() {
      return tokens().visit
    },
    get left() {
      return tokens().left
    },
  }
}

function one(base: string, value: string, maxAge: number, style: CookieStyle): string {
  return serialize(cookieName(base, style), value, { httpOnly: true, sameSite: 'lax', path: '/', secure: style.secure, maxAge })
}

export const turnCookie = (token: string, maxAgeSeconds: number, style: CookieStyle) => one('turn', token, maxAgeSeconds, style)

const language = (value: string, { secure }: CookieStyle) =>
  serialize(LANGUAGE_COOKIE.name, value, { sameSite: 'lax', path: '/', secure, maxAge: LANGUAGE_COOKIE.maxAgeSeconds })

/** A number of a token's unverified claims (RFC 7519). */
function unverified(token: string, claim: 'iat' | 'exp'): number | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Readonly<Record<string, unknown>>
    const value = claims[claim]
    return typeof value === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

/** It only decides which of a browser's own cookies is dropped. */
const issuedAt = (token: string): number => unverified(token, 'iat') ?? 0

/** A token's expiry in milliseconds; never if it has none: it only tells forged ones from old ones. */
export const expiryOf = (token: string): number => (unverified(token, 'exp') ?? Number.POSITIVE_INFINITY) * 1000

/** Newest first. Of two tokens of the same second, the one that the browser lists later is newer (RFC 6265, 5.4). */
function byAge(held: ReadonlyMap<number, string>): number[] {
  // Each token is parsed once: an attacker sends dozens.
  const dated = [...held].reverse().map(([id, token]) => ({ id, at: issuedAt(token) }))
  return dated.sort((a, b) => b.at - a.at).map(({ id }) => id)
}

/** @returns the activities of the newest tokens, unverified, as many as a browser keeps */
export const newestOf = (kind: Proof, held: ReadonlyMap<number, string>): readonly number[] =>
  held.size <= KEPT[kind] ? [...held.keys()] : byAge(held).slice(0, KEPT[kind])

/** @returns Set-Cookie headers for the effects; keeps the five newest visits and the ten newest erasure tokens */
export function writeCookies(effects: CookieEffects | undefined, jar: CookieJar, style: CookieStyle): string[] {
  if (!effects) return []
  const headers: string[] = []
  if (effects.session !== undefined)
    headers.push(
      effects.session ? one('session', effects.session.token, effects.session.maxAgeSeconds, style) : one('session', '', 0, style),
    )
  if (effects.device) headers.push(one('device', effects.device.token, effects.device.maxAgeSeconds, style))
  if (effects.language) headers.push(language(effects.language, style))
  if (effects.forgetVisit !== undefined)
    for (const kind of ['visit', 'left'] as const) headers.push(one(`${kind}-${effects.forgetVisit}`, '', 0, style))
  const kept = [
    ['visit', effects.visit, jar.visits],
    ['left', effects.left, jar.left],
  ] as const
  for (const [kind, proof, held] of kept) {
    if (!proof) continue
    headers.push(one(`${kind}-${proof.activityId}`, proof.token, proof.maxAgeSeconds, style))
    const others = byAge(held).filter((id) => id !== proof.activityId)
    for (const old of others.slice(KEPT[kind] - 1)) headers.push(one(`${kind}-${old}`, '', 0, style))
  }
  return headers
}
