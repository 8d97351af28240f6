/** Identifies a request's caller: address, device, and cookies that are verified later, after the address has been counted. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { isTracing } from '#kit/tracing.ts'
import type { Network } from '#kit/trusted-proxies.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { clientAddress, isProxy } from '../domain/address.ts'
import { type CookieJar, type CookieStyle, readCookies, writeCookies } from '../domain/cookies.ts'
import { chooseLanguage } from '../domain/language.ts'
import type { Sessions } from '../domain/ports.ts'
import type { ReportRefusal } from '../domain/refusals.ts'
import type { Site } from '../domain/site.ts'
import { createVisitProofs, type VisitProofs } from '../domain/visit-proofs.ts'
import { requestIdOf } from './request-id.ts'

/** The sender of a request, before any signature is verified: the address is counted first. */
export type Identified = {
  /** Without visits: those that an operation needs are proven once the sender has been counted (forward.ts). */
  readonly caller: Caller
  readonly jar: CookieJar
  readonly style: CookieStyle
  readonly proofs: VisitProofs
  /** The `traceparent` of a trusted proxy: nobody else decides which requests are traced. */
  readonly trace: string | undefined
}
export type IdentifyDeps = {
  readonly site: Site
  readonly proxies: readonly Network[]
  readonly reportUnreadableHop: (hop: string) => void
  readonly sessions: Sessions
  readonly visitorKeys: SigningKeys
  readonly reportRefusal: ReportRefusal
  readonly clock: Clock
}

export function cookieStyle(site: Site, request: IncomingMessage): CookieStyle {
  const secure = site.secure || (request.socket as TLSSocket).encrypted === true
  return { secure, port: site.publicUrl.port || (site.publicUrl.protocol === 'https:' ? '443' : '80') }
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)

type AddressDeps = Pick<IdentifyDeps, 'proxies' | 'reportUnreadableHop'>

/** The client's address, which needs no lookup. */
export function addressOf({ proxies, reportUnreadableHop }: AddressDeps, request: IncomingMessage): string {
  return clientAddress(request.socket.remoteAddress, single(request.headers['x-forwarded-for']), proxies, reportUnreadableHop)
}

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

function traceOf({ proxies }: AddressDeps, { headers: { traceparent }, socket }: IncomingMessage): string | undefined {
  if (!isTracing() || typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined
  return isProxy(socket.remoteAddress, proxies) ? traceparent : undefined
}

/** A proxy that writes unreadable hops does so in each request: it is logged once, by its form, without an address. */
export function createReportUnreadableHop(log: Log): (hop: string) => void {
  let isReported = false
  return (hop) => {
    if (isReported) return
    isReported = true
    const form = hop.slice(0, 60).replace(/[\da-f]+/gi, '#')
    log.warn({ form }, 'X-Forwarded-For hop is no address: clients behind this proxy share one limit')
  }
}

/** The Set-Cookie headers of an answer: renewed cookies first, then the operation's own. */
export const setCookies = ({ proofs, jar, style }: Identified, effects?: CookieEffects): string[] => [
  ...writeCookies(proofs.renewed(), jar, style),
  ...writeCookies(effects, jar, style),
]

/**
 * Identifies the caller without calling a service or verifying a signature.
 * @param options `token`: include the session cookie's value, only for auth
 */
export function identify(deps: IdentifyDeps, request: IncomingMessage, options: { token?: boolean } = {}): Identified {
  const style = cookieStyle(deps.site, request)
  const jar = readCookies(request.headers.cookie, style)
  const key = single(request.headers['idempotency-key'])
  const caller: Caller = {
    requestId: requestIdOf(request),
    address: addressOf(deps, request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    language: chooseLanguage(request.headers),
    visits: [],
    idempotencyKey: key ? (key.length <= 100 ? key : tokenHash(key)) : randomUUID(),
    ...(jar.device ? { device: jar.device } : {}),
    ...(options.token && jar.session ? { sessionToken: jar.session } : {}),
  }
  return { caller, jar, style, proofs: createVisitProofs(deps, jar), trace: traceOf(deps, request) }
}
