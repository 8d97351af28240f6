/** From a request to who calls: address, visits, device. Who the session cookie names is asked later, once the address has been counted. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import { signToken, verifyToken } from '#kit/tokens.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { LeftClaims, VisitClaims } from '#proto/tokens.ts'
import { clientAddress, type parseProxies } from '../domain/address.ts'
import { type CookieJar, type CookieStyle, readCookies, writeCookies } from '../domain/cookies.ts'
import { chooseLanguage } from '../domain/language.ts'
import type { Sessions } from '../domain/ports.ts'
import type { Site } from '../domain/site.ts'

/** A visitor's cookie is renewed once an hour while it is used: it lives until 24 h after its last use (decision 6). */
const RENEW_AFTER_S = 3600

export type Identified = {
  readonly caller: Caller
  readonly jar: CookieJar
  readonly style: CookieStyle
  readonly renewed: CookieEffects | undefined
  /** Activity → the opaque `userId` its visitor knows. */
  readonly owners: ReadonlyMap<number, number>
  /** What this browser left and may still see and erase, also where its visit's cookie is over. Read when asked: few calls do. */
  readonly traces: () => Caller['visits']
}
export type IdentifyDeps = {
  readonly site: Site
  readonly proxies: ReturnType<typeof parseProxies>
  readonly sessions: Sessions
  readonly visitorKey: string
  readonly clock: Clock
}

export function cookieStyle(site: Site, request: IncomingMessage): CookieStyle {
  const secure = site.secure || (request.socket as TLSSocket).encrypted === true
  return { secure, port: site.publicUrl.port || (site.publicUrl.protocol === 'https:' ? '443' : '80') }
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)

/** The client's address: known without any look-up. */
export function addressOf({ proxies }: Pick<IdentifyDeps, 'proxies'>, request: IncomingMessage): string {
  return clientAddress(request.socket.remoteAddress, single(request.headers['x-forwarded-for']), proxies)
}

/** What an answer sets: renewed proofs first, then what its owner asks. */
export const setCookies = ({ renewed, jar, style }: Identified, effects?: CookieEffects): string[] => [
  ...writeCookies(renewed, jar, style),
  ...writeCookies(effects, jar, style),
]

/** All that needs no question to anybody. @param options `token`: the session cookie's value goes along, for auth alone */
export function identify(deps: IdentifyDeps, request: IncomingMessage, options: { token?: boolean } = {}): Identified {
  const style = cookieStyle(deps.site, request)
  const jar = readCookies(request.headers.cookie, style)
  const now = deps.clock.now()
  const owners = new Map<number, number>()
  let renewed: CookieEffects | undefined
  for (const [activityId, token] of jar.visits) {
    const claims = verifyToken(deps.visitorKey, VisitClaims, token, now)
    if (claims?.activityId !== activityId) continue
    const { iat, ...claim } = claims
    owners.set(activityId, claim.userId)
    if (now.getTime() / 1000 - iat > RENEW_AFTER_S) {
      const seconds = TIME.visitorTokenLife / 1000
      renewed = { visit: { activityId, token: signToken(deps.visitorKey, claim, seconds, now), maxAgeSeconds: seconds } }
    }
  }
  const traces = () => {
    const proves = ([activityId, token]: readonly [number, string]) =>
      verifyToken(deps.visitorKey, LeftClaims, token, now)?.activityId === activityId
    const left = [...jar.left].filter(proves).map(([activityId]) => activityId)
    return [...new Set([...owners.keys(), ...left])].map((activityId) => ({ activityId }))
  }
  const key = single(request.headers['idempotency-key'])
  const caller: Caller = {
    requestId: randomUUID(),
    address: addressOf(deps, request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    language: chooseLanguage(request.headers),
    visits: [...owners.keys()].map((activityId) => ({ activityId })),
    idempotencyKey: key ? (key.length <= 100 ? key : tokenHash(key)) : randomUUID(),
    ...(jar.device ? { device: jar.device } : {}),
    ...(options.token && jar.session ? { sessionToken: jar.session } : {}),
  }
  return { caller, jar, style, renewed, owners, traces }
}

/** For seeing and erasing what was left, and for nothing else. */
export const asLeaver = ({ caller, traces }: Identified): Caller => ({ ...caller, visits: traces() })
