/**
 * Rate limits and blocks with one Redis command per request and local counters beside it: Redis is exact over all copies, the local
 * counters hold the limit when Redis is down, refuses writes or has evicted a counter (decision record 0018). A missing block key proves
 * nothing: without the epoch marker, or without Redis, security is called by rpc.
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { DOOR_FACTOR, EVERYBODY_FACTOR, LIMITS, type LimitClass, type LimitRule, RESIDENTS_FACTOR } from '#proto/limits.ts'
import type { Admission, Countable, RateLimiter } from '../domain/ports.ts'
import { LocalCounters } from './local-counters.ts'

/**
 * Increments the counters in order and stops at the first that is over its limit; later ones are neither counted nor created. The values to
 * read are no KEYS: who names a key there must be allowed to write it, and blocks are security's (Redis, ACL of EVAL).
 * KEYS: counters; ARGV: their expiry (ms), the limit of each, then the keys of values to read.
 */
const COUNT = `local answer = {}
for index, key in ipairs(KEYS) do
  answer[index] = redis.call('INCR', key)
  if answer[index] == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  if answer[index] > tonumber(ARGV[1 + index]) then return answer end
end
for index = #KEYS + 2, #ARGV do answer[index - 1] = redis.call('GET', ARGV[index]) end
return answer`
const COUNT_HASH = createHash('sha1').update(COUNT).digest('hex')

export type CountedBy = (typeof LIMITS)[LimitClass]['by'][number] | 'residents'

/** Longer than any valid address, device or code; a longer id is replaced by its hash. */
const LONGEST_ID = 64

export function counterKey(limit: LimitClass, by: CountedBy, id: string | number | undefined, window: number): string {
  const name = String(id)
  return `limit:${limit}:${by}:${name.length > LONGEST_ID ? createHash('sha256').update(name).digest('base64url') : name}:${window}`
}

const FACTORS: Partial<Record<CountedBy, number>> = { door: DOOR_FACTOR, residents: RESIDENTS_FACTOR, everybody: EVERYBODY_FACTOR }

/** @param now milliseconds; Retry-After points to the next window */
export function limited(limit: LimitClass, now: number): AppError {
  const { window, code }: LimitRule = LIMITS[limit]
  return new AppError(code ?? 'limited', { retryAfterSeconds: Math.max(1, Math.ceil((window - (now % window)) / 1000)) })
}

type Counter = { readonly key: string; readonly most: number }

/** The address of a known resident may count RESIDENTS_FACTOR times as many; counters shared by many (door, everybody) come last. */
function countersOf(limit: LimitClass, who: Countable, window: number): Counter[] {
  const rule = LIMITS[limit]
  const ofResident = who.user !== undefined && rule.by.some((by) => by === 'user')
  const known = { ...who, everybody: who.address === undefined ? undefined : 'everybody' }
  return rule.by.flatMap((by) => {
    const id = known[by]
    if (id === undefined) return []
    const counted = by === 'address' && ofResident ? 'residents' : by
    return [{ key: counterKey(limit, counted, id, window), most: rule.max * (FACTORS[counted] ?? 1) }]
  })
}

/** @param until milliseconds since the epoch; 0 for a block that only an operator lifts */
function admission(until: number | undefined, now: number): Admission {
  if (until === 0) return { blocked: true }
  return until !== undefined && until > now ? { blocked: true, seconds: Math.ceil((until - now) / 1000) } : { blocked: false }
}

export function createRateLimiter({ redis, bus, clock }: { redis: Redis; bus: Pick<Bus, 'call'>; clock: Clock }): RateLimiter {
  const local = new LocalCounters()

  const countInRedis = async (counters: readonly Counter[], keepMs: number, looked: readonly string[]): Promise<unknown[]> => {
    const keys = counters.map(({ key }) => key)
    const args = [keys.length, ...keys, keepMs, ...counters.map(({ most }) => most), ...looked] as const
    const known = redis.evalsha(COUNT_HASH, ...args).catch((error: unknown) => {
      if (String(error).includes('NOSCRIPT')) return redis.eval(COUNT, ...args)
      throw error
    })
    return (await known) as unknown[]
  }

  /** @param counts the counts from Redis, as far as it counted @throws AppError limited at the first counter over its limit */
  const countHere = (limit: LimitClass, counters: readonly Counter[], counts: readonly unknown[], until: number, now: number) => {
    for (const [index, { key, most }] of counters.entries()) {
      const count = local.add(key, until, now)
      local.raise(key, Number(counts[index] ?? 0), until, now)
      if (Math.max(count, Number(counts[index] ?? 0)) > most) throw limited(limit, now)
    }
  }

  return {
    async admit(limit, who, gated) {
      const rule = LIMITS[limit]
      const now = clock.now().getTime()
      const window = Math.floor(now / rule.window)
      const counters = countersOf(limit, who, window)
      if (!counters.length && !gated) return { blocked: false }
      // A sender already over its limit causes neither a round trip nor a key.
      if (counters.some(({ key, most }) => local.count(key, now) >= most)) throw limited(limit, now)
      const looked = gated ? ['block:epoch', `block:login:${gated}`] : []
      const values = await countInRedis(counters, rule.window * 2, looked).catch(() => undefined)
      countHere(limit, counters, values ?? [], (window + 1) * rule.window, now)
      if (!gated) return { blocked: false }
      const [epoch, until] = values?.slice(counters.length) ?? []
      if (epoch) return admission(typeof until === 'string' ? Number(until) : undefined, now)
      void bus.call('security.blocks', {}).catch(() => undefined)
      const { blocked, expiresAt } = await bus.call('security.check_address', { address: gated })
      return blocked ? admission(expiresAt === null ? 0 : Date.parse(expiresAt), now) : { blocked }
    },
  }
}
