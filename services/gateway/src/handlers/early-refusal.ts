/**
 * Refuses a request whose address is known to be over its limit before express matches routes: in a flood nearly every request ends here,
 * at the cost of an answer. The limit is the one that the operation or the page applies itself (forward.ts, visitor-pages.ts); this only
 * reads the local counters, and counts nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LimitClass } from '#proto/limits.ts'
import { type Operation, ownerOf } from '#proto/operation.ts'
import { STATUS_PAGE } from '#proto/pages.ts'
import { apiTokenOf, mayChange } from '../domain/bearer.ts'
import { readCookies } from '../domain/cookies.ts'
import type { Countable } from '../domain/ports.ts'
import { VISITOR_PATH } from '../domain/visitor-link.ts'
import { addressOf, cookieStyle } from './caller.ts'
import { refuseError } from './errors.ts'
import { findOperation } from './find-operation.ts'
import { type ForwardDeps, pushUserOf } from './forward.ts'
import { BARE_HEADERS, type Protect } from './headers.ts'
import { measure } from './measure.ts'
import { writeQuota } from './rate-headers.ts'
import { pageLimitOf, sendLimited } from './visitor-pages.ts'
import type { VisitorPageDeps } from './visitor-send.ts'

/** A known resident's address may count more (LIMITS): the operation itself counts them. */
function isOfKnownResident({ site, sessions }: ForwardDeps, { caller }: Operation, request: IncomingMessage): boolean {
  if (caller !== 'resident' && caller !== 'either') return false
  const { session } = readCookies(request.headers.cookie, cookieStyle(site, request))
  return session !== undefined && sessions.lastKnownUser(session) !== undefined
}

export type EarlyRefusalDeps = ForwardDeps & Pick<VisitorPageDeps, 'renderPage'> & { readonly hasStatusPage: boolean }
type Refuse = (request: IncomingMessage, response: ServerResponse) => boolean

/** Requests with another host or origin get their own errors, which come first. */
const isForeign = ({ site }: EarlyRefusalDeps, { method, headers }: IncomingMessage): boolean =>
  !site.allowsHost(headers.host) || (method !== 'GET' && method !== 'HEAD' && !mayChange(site, headers))

type Counted = { readonly limit: LimitClass; readonly who: Countable }

/** How the operation itself counts the request first. */
function countedAs(deps: EarlyRefusalDeps, operation: Operation, token: string | undefined, request: IncomingMessage): Counted {
  const address = addressOf(deps, request)
  if (token !== undefined) {
    const known = deps.apiTokens.lastKnown(token)
    return { limit: 'token', who: { address, ...(known ? { token: known.session } : {}) } }
  }
  const user = pushUserOf(deps, operation, request)
  return user === undefined ? { limit: operation.limit, who: { address } } : { limit: 'pushReport', who: { user } }
}

function refuseOperation(deps: EarlyRefusalDeps, operation: Operation, request: IncomingMessage, response: ServerResponse): boolean {
  // The gateway's own documents and forms take no notice of a token.
  const token = ownerOf(operation.name) === 'gateway' ? undefined : apiTokenOf(request.headers)
  const { limit, who } = countedAs(deps, operation, token, request)
  const refusal = deps.rateLimiter.knownRefusal(limit, who)
  if (!refusal || isForeign(deps, request)) return false
  if (token === undefined && isOfKnownResident(deps, operation, request)) return false
  measure(operation, response)
  writeQuota(response, limit, { left: 0, seconds: refusal.retryAfterSeconds ?? 1 })
  for (const [name, value] of Object.entries(BARE_HEADERS)) response.setHeader(name, value)
  deps.reportRefusal('limit')
  refuseError(deps, refusal, request, response)
  return true
}

function refusePage(deps: EarlyRefusalDeps, protect: Protect, request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = deps.rateLimiter.knownRefusal(pageLimitOf(request), { address: addressOf(deps, request) })
  if (!refusal || isForeign(deps, request)) return false
  deps.reportRefusal('limit')
  protect(request, response, () => undefined)
  sendLimited(deps, request, response, refusal).catch((error: unknown) => refuseError(deps, error, request, response))
  return true
}

/** @returns a handler that returns whether it has refused the request */
export function createEarlyRefusal(deps: EarlyRefusalDeps, protect: Protect): Refuse {
  return (request, response) => {
    const [path = ''] = request.url?.split('?', 1) ?? []
    if (VISITOR_PATH.test(path) || (deps.hasStatusPage && path === STATUS_PAGE)) return refusePage(deps, protect, request, response)
    const operation = findOperation(request.method ?? '', path)
    return operation !== undefined && refuseOperation(deps, operation, request, response)
  }
}
