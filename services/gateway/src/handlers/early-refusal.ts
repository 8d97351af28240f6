/**
 * Refuses a request whose address is known to be over its limit before express matches routes: in a flood nearly every request ends here,
 * at the cost of an answer. The limit is the one that the operation or the page applies itself (forward.ts, visitor-pages.ts); this only
 * reads the local counters, and counts nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '#proto/operation.ts'
import { STATUS_PAGE } from '#proto/pages.ts'
import { readCookies } from '../domain/cookies.ts'
import { comesFromUs } from '../domain/site.ts'
import { VISITOR_PATH } from '../domain/visitor-link.ts'
import { addressOf, cookieStyle } from './caller.ts'
import { refuseError } from './errors.ts'
import { findOperation } from './find-operation.ts'
import { type ForwardDeps, pushUserOf } from './forward.ts'
import { BARE_HEADERS, type Protect } from './headers.ts'
import { measure } from './measure.ts'
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
  !site.allowsHost(headers.host) || (method !== 'GET' && method !== 'HEAD' && !comesFromUs(site, headers))

function refuseOperation(deps: EarlyRefusalDeps, operation: Operation, request: IncomingMessage, response: ServerResponse): boolean {
  const user = pushUserOf(deps, operation, request)
  const refusal =
    user === undefined
      ? deps.rateLimiter.knownRefusal(operation.limit, { address: addressOf(deps, request) })
      : deps.rateLimiter.knownRefusal('pushReport', { user })
  if (!refusal || isForeign(deps, request) || isOfKnownResident(deps, operation, request)) return false
  measure(operation, response)
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
