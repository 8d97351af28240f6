/**
 * Limits and blocks, counted in Redis by one command a request. Absence in Redis proves nothing: without the epoch marker, or with a silent
 * Redis, security is asked by rpc; limits fall back to this process's own counters (architecture: who is the truth).
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { DOOR_SHARE, LIMITS, type LimitClass } from '#proto/limits.ts'
import type { Admission, Guard } from '../domain/ports.ts'

/**
 * One command in place of three a counter, which was half of what the gateway did for a ring. KEYS: counters, then values to look at;
 * ARGV: how many of them are counters, and how long those are kept (ms).
 */
const COUNT = `local counters = tonumber(ARGV[1])
local answer = {}
for index, key in ipairs(KEYS) do
  if index <= counters then
    answer[index] = redis.call('INCR', key)
    if answer[index] == 1 then redis.call('PEXPIRE', key, ARGV[2]) end
  else
    answer[index] = redis.call('GET', key)
  end
end
return answer`
const COUNT_HASH = createHash('sha1').update(COUNT).digest('hex')

export type CountedBy = (typeof LIMITS)[LimitClass]['by'][number]

export const counterKey = (limit: LimitClass, by: CountedBy, id: string | number | undefined, window: number) =>
  `limit:${limit}:${by}:${id}:${window}`

const mostOf = (limit: LimitClass, by: CountedBy) => LIMITS[limit].max * (by === 'door' ? DOOR_SHARE : 1)

/** @param now milliseconds; it works again in the next window */
export function limited(limit: LimitClass, now: number): Refusal {
  const { window } = LIMITS[limit]
  const code = limit === 'ring' ? 'ring_limited' : 'limited'
  return new Refusal(code, { retryAfterSeconds: Math.max(1, Math.ceil((window - (now % window)) / 1000)) })
}

/** @param until milliseconds since the epoch; 0 for a block that an operator alone lifts */
function admission(until: number | undefined, now: number): Admission {
  if (until === 0) return { blocked: true }
  return until !== undefined && until > now ? { blocked: true, seconds: Math.ceil((until - now) / 1000) } : { blocked: false }
}

export function createGuard({ redis, bus, clock }: { redis: Redis; bus: Bus; clock: Clock }): Guard {
  const local = new Map<string, number>()
  let localWindow = 0

  const countHere = (key: string, window: number) => {
    if (window !== localWindow) local.clear()
    localWindow = window
    const count = (local.get(key) ?? 0) + 1
    local.set(key, count)
    return count
  }

  const count = async (counters: readonly string[], keepMs: number, looked: readonly string[]): Promise<unknown[]> => {
    const args = [counters.length + looked.length, ...counters, ...looked, counters.length, keepMs] as const
    const known = redis.evalsha(COUNT_HASH, ...args).catch((error: unknown) => {
      if (String(error).includes('NOSCRIPT')) return redis.eval(COUNT, ...args)
      throw error
    })
    return (await known) as unknown[]
  }

  return {
    async admit(limit, who, gated) {
      const rule = LIMITS[limit]
      const now = clock.now().getTime()
      const window = Math.floor(now / rule.window)
      const counted = rule.by.filter((by) => who[by] !== undefined)
      const keys = counted.map((by) => counterKey(limit, by, who[by], window))
      if (!keys.length && !gated) return { blocked: false }
      const values = await count(keys, rule.window * 2, gated ? ['block:epoch', `block:login:${gated}`] : []).catch(() => undefined)
      const counts = keys.map((key, index) => (values ? Number(values[index]) : countHere(key, window)))
      const over = counted.map((by, index) => (counts[index] ?? 0) > mostOf(limit, by))
      // Who is over by address or device takes nothing from the door, or one address could silence it for everybody.
      const door = keys[counted.indexOf('door')]
      if (door && over.some((is, index) => is && counted[index] !== 'door')) void redis.decr(door).catch(() => undefined)
      if (over.includes(true)) throw limited(limit, now)
      if (!gated) return { blocked: false }
      const [epoch, until] = values?.slice(keys.length) ?? []
      if (epoch) return admission(typeof until === 'string' ? Number(until) : undefined, now)
      void bus.call('security.blocks', {}).catch(() => undefined)
      const { blocked, expiresAt } = await bus.call('security.check_address', { address: gated })
      return blocked ? admission(expiresAt === null ? 0 : Date.parse(expiresAt), now) : { blocked }
    },
  }
}
