/** Admits programs by their API tokens (record 0074): a request with one has the account's rights that its scopes name, and no others. */
import { AppError } from '#kit/app-error.ts'
import type { Caller } from '#proto/envelope.ts'
import type { LimitClass } from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { mayBeApiToken } from '../domain/bearer.ts'
import type { CookieJar } from '../domain/cookies.ts'
import type { ApiTokens, RateLimiter } from '../domain/ports.ts'
import type { ReportRefusal } from '../domain/refusals.ts'

export type AdmitTokenDeps = {
  readonly apiTokens: ApiTokens
  readonly rateLimiter: Pick<RateLimiter, 'admit'>
  readonly reportRefusal: ReportRefusal
}

/** Counted by `token` instead, so that a program uses up nothing of what its account's pages need. */
const REPLACED: ReadonlySet<LimitClass> = new Set<LimitClass>(['read', 'write'])

const hasCredentials = ({ session, visits, left }: CookieJar) => session !== undefined || visits.size > 0 || left.size > 0

/**
 * Counts the request by its address before auth is asked, and by its token; costlier operations count for the account too.
 * @param token as it was sent
 * @returns the caller, with no identity but the account's
 * @throws AppError limited, unauthenticated.token, scope_missing; malformed.credentials beside a cookie that proves something
 */
export async function admitToken(
  deps: AdmitTokenDeps,
  operation: Pick<Operation, 'limit' | 'scope'>,
  { caller, jar }: { readonly caller: Caller; readonly jar: CookieJar },
  token: string,
): Promise<Caller> {
  const known = deps.apiTokens.lastKnown(token)
  await deps.rateLimiter.admit('token', { address: caller.address, ...(known ? { token: known.session } : {}) })
  if (hasCredentials(jar)) throw AppError.withoutStack('malformed.credentials')
  const resident = mayBeApiToken(token) ? await deps.apiTokens.resolve(token) : undefined
  if (!resident) throw AppError.withoutStack('unauthenticated.token')
  if (!known) await deps.rateLimiter.admit('token', { token: resident.session })
  const { limit, scope } = operation
  if (scope === undefined || !resident.scopes?.includes(scope)) {
    deps.reportRefusal('unauthorized')
    throw AppError.withoutStack('scope_missing', scope === undefined ? {} : { params: { scope } })
  }
  if (!REPLACED.has(limit)) await deps.rateLimiter.admit(limit, { user: resident.userId })
  const { device: _device, ...rest } = caller
  return { ...rest, visits: [], resident }
}
