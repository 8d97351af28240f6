/**
 * Rate limits and blocks with one Redis command per request and local counters beside it (counting.ts). A missing block key proves nothing:
 * without the epoch marker, or without Redis, security is called by rpc.
 */
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { LIMITS, type LimitClass, type LimitRule } from '#proto/limits.ts'
import type { Admission, RateLimiter } from '../domain/ports.ts'
import { type Counting, countersOf } from './counting.ts'

/** @param now milliseconds; Retry-After points to the next window */
export function limited(limit: LimitClass, now: number): AppError {
  const { window, code }: LimitRule = LIMITS[limit]
  return AppError.withoutStack(code ?? 'limited', { retryAfterSeconds: Math.max(1, Math.ceil((window - (now % window)) / 1000)) })
}

/** @param until milliseconds since the epoch; 0 for a block that only an operator lifts */
function admission(until: number | undefined, now: number): Admission {
  if (until === 0) return { blocked: true }
  return until !== undefined && until > now ? { blocked: true, seconds: Math.ceil((until - now) / 1000) } : { blocked: false }
}

type RateLimiterDeps = { readonly counting: Counting; readonly bus: Pick<Bus, 'call'>; readonly clock: Clock }

export function createRateLimiter({ counting, bus, clock }: RateLimiterDeps): RateLimiter {
  return {
    knownRefusal(limit, who) {
      const now = clock.now().getTime()
      return counting.full(countersOf(limit, who, now), now) ? limited(limit, now) : undefined
    },
    async admitUntilProven(limit, who) {
      const now = clock.now().getTime()
      const counters = countersOf(limit, who, now)
      if (counting.full(counters, now) || (await counting.count(counters, [], now)).over) throw limited(limit, now)
      return () => counting.takeBack(counters, now)
    },
    async admit(limit, who, gated) {
      const now = clock.now().getTime()
      const counters = countersOf(limit, who, now)
      if (!counters.length && !gated) return { blocked: false }
      // A sender already over its limit causes neither a round trip nor a key.
      if (counting.full(counters, now)) throw limited(limit, now)
      const looked = gated ? ['block:epoch', `block:login:${gated}`, `block:lifted:${gated}`] : []
      const { over, read } = await counting.count(counters, looked, now)
      if (over) throw limited(limit, now)
      if (!gated) return { blocked: false }
      const [epoch, until, liftedUntil] = read ?? []
      // Only for the same block: an earlier one that was lifted is over.
      const isLifted = typeof until === 'string' && liftedUntil === until
      if (epoch) return { ...admission(typeof until === 'string' ? Number(until) : undefined, now), lifted: isLifted }
      void bus.call('security.blocks', {}).catch(() => undefined)
      const { blocked, expiresAt, lifted = false } = await bus.call('security.check_address', { address: gated })
      return blocked ? { ...admission(expiresAt === null ? 0 : Date.parse(expiresAt), now), lifted } : { blocked }
    },
  }
}
