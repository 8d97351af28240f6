/**
 * `RateLimit` and `RateLimit-Policy` on the answers of counted requests (draft-ietf-httpapi-ratelimit-headers-11): the class of the limit,
 * how much of it is left to this sender, and the seconds until it is whole again.
 */
import type { ServerResponse } from 'node:http'
import { AppError } from '#kit/app-error.ts'
import { LIMITS, type LimitClass } from '#proto/limits.ts'
import type { Quota, RateLimiter } from '../domain/ports.ts'

type Quotas = Map<LimitClass, Quota>

const policy = (limit: LimitClass) => `"${limit}";q=${LIMITS[limit].max};w=${LIMITS[limit].window / 1_000}`

function write(response: ServerResponse, quotas: Quotas): void {
  if (response.headersSent) return
  const all = [...quotas]
  response.setHeader('RateLimit-Policy', all.map(([limit]) => policy(limit)).join(', '))
  response.setHeader('RateLimit', all.map(([limit, { left, seconds }]) => `"${limit}";r=${left};t=${seconds}`).join(', '))
}

/** Of a request that is refused without being counted. */
export const writeQuota = (response: ServerResponse, limit: LimitClass, quota: Quota): void => write(response, new Map([[limit, quota]]))

/** Of the quotas of several keys of one class, the least counts. */
function note(quotas: Quotas, limit: LimitClass, quota: Quota | undefined): void {
  const before = quotas.get(limit)
  if (quota && (!before || quota.left < before.left)) quotas.set(limit, quota)
}

/** @returns a rate limiter for one request, which writes what it counts into the headers of its answer */
export function withRateHeaders(limiter: RateLimiter, response: ServerResponse): RateLimiter {
  const quotas: Quotas = new Map()
  return {
    ...limiter,
    admit: async (limit, ...request) => {
      try {
        const admission = await limiter.admit(limit, ...request)
        note(quotas, limit, admission.quota)
        return admission
      } catch (error) {
        if (error instanceof AppError && error.code === 'limited') note(quotas, limit, { left: 0, seconds: error.retryAfterSeconds ?? 1 })
        throw error
      } finally {
        if (quotas.size) write(response, quotas)
      }
    },
  }
}
