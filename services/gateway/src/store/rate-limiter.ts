/**
 * Rate limits and blocks with one Redis command per request and local counters beside it (counting.ts). A missing block key proves nothing:
 * without the epoch marker, or without Redis, security is called by rpc.
 */
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { LIMITS, type LimitClass, type LimitRule } from '#proto/limits.ts'
import type { Admission, Quota, RateLimiter } from '../domain/ports.ts'
import { type Counter, type Counting, countersOf } from './counting.ts'

/** @param now milliseconds; Retry-After points to the next window */
export function limited(limit: LimitClass, now: number): AppError {
  const { code }: LimitRule = LIMITS[limit]
  return AppError.withoutStack(code ?? 'limited', { retryAfterSeconds: secondsLeft(limit, now) })
}

const secondsLeft = (limit: LimitClass, now: number) => Math.max(1, Math.ceil((LIMITS[limit].window - (now % LIMITS[limit].window)) / 1000))

/** Of the counters of this sender alone: what is left of one that it shares with strangers says how much those do. */
function quotaOf(limit: LimitClass, counters: readonly Counter[], counts: readonly number[], now: number): Quota | undefined {
  const own = counters.flatMap(({ by, most }, index) => (by === 'door' || by === 'everybody' ? [] : [most - (counts[index] ?? 0)]))
  return own.length ? { left: Math.max(0, Math.min(LIMITS[limit].max, ...own)), seconds: secondsLeft(limit, now) } : undefined
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
      const { over, counts, read } = await counting.count(counters, looked, now)
      if (over) throw limited(limit, now)
      const quota = quotaOf(limit, counters, counts, now)
      if (!gated) return { blocked: false, ...(quota ? { quota } : {}) }
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
