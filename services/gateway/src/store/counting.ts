/**
 * Counts requests in Redis and in this process: Redis is exact over all copies, the local counters hold a limit while Redis is down,
 * refuses writes or has evicted a counter (record 0018).
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { DOOR_FACTOR, EVERYBODY_FACTOR, LIMITS, type LimitClass, RESIDENTS_FACTOR } from '#proto/limits.ts'
import type { Countable } from '../domain/ports.ts'
import { LocalCounters } from './local-counters.ts'

/**
 * Increments the counters in order and stops at the first that is over its limit; later ones are neither counted nor created. The values to
 * read are no KEYS: a client that names a key there must be allowed to write it, and only security may write blocks (Redis, ACL of EVAL).
 * KEYS: counters; ARGV: limit and expiry (ms) of each, then the keys of values to read.
 */
const COUNT = `local answer = {}
for index, key in ipairs(KEYS) do
  answer[index] = redis.call('INCR', key)
  if answer[index] == 1 then redis.call('PEXPIRE', key, ARGV[2 * index]) end
  if answer[index] > tonumber(ARGV[2 * index - 1]) then return answer end
end
for index = 2 * #KEYS + 1, #ARGV do answer[index - #KEYS] = redis.call('GET', ARGV[index]) end
return answer`

/** KEYS: counters. One that has expired or was evicted is not created again: it would have no expiry. */
const TAKE_BACK = `for _, key in ipairs(KEYS) do
  if redis.call('GET', key) then redis.call('INCRBY', key, -1) end
end`

export type CountedBy = (typeof LIMITS)[LimitClass]['by'][number] | 'residents' | 'proven' | 'turns' | 'pair'

/** Longer than any valid address, device or code; a longer id is replaced by its hash. */
const LONGEST_ID = 64

export const shortId = (id: string) => (id.length > LONGEST_ID ? createHash('sha256').update(id).digest('base64url') : id)

export function counterKey(limit: LimitClass, by: CountedBy, id: string | number | undefined, window: number): string {
  return `limit:${limit}:${by}:${shortId(String(id))}:${window}`
}

export type Counter = {
  readonly key: string
  readonly by: CountedBy
  readonly most: number
  /** Until when it is kept here, milliseconds since the epoch, and in Redis, milliseconds from its first count. */
  readonly until: number
  readonly keepMs: number
}

const FACTORS: Partial<Record<CountedBy, number>> = { door: DOOR_FACTOR, residents: RESIDENTS_FACTOR, everybody: EVERYBODY_FACTOR }

/**
 * The counters of a request in the class's order; counters shared by many (door, everybody) come last. The address of a known resident or
 * API token may count RESIDENTS_FACTOR times as many.
 * @param now milliseconds since the epoch
 */
export function countersOf(limit: LimitClass, who: Countable, now: number): Counter[] {
  const rule = LIMITS[limit]
  const window = Math.floor(now / rule.window)
  const isKnown = rule.by.some((by) => (by === 'user' || by === 'token') && who[by] !== undefined)
  const known = { ...who, everybody: who.address === undefined ? undefined : 'everybody' }
  return rule.by.flatMap((by) => {
    const id = known[by]
    if (id === undefined) return []
    const counted = by === 'address' && isKnown ? 'residents' : by
    const most = rule.max * (FACTORS[counted] ?? 1)
    return [{ key: counterKey(limit, counted, id, window), by: counted, most, until: (window + 1) * rule.window, keepMs: rule.window * 2 }]
  })
}

/**
 * `over`: the first counter over its limit. `counts`: of each counter, up to that one. `read`: the values that were looked up, undefined
 * without Redis or when a counter is over.
 */
type Counted = { readonly over: Counter | undefined; readonly counts: readonly number[]; readonly read: readonly unknown[] | undefined }

export type Counting = {
  /** @returns the first counter that is full by the local counts, without a round trip or a key */
  readonly full: (counters: readonly Counter[], now: number) => Counter | undefined
  /** @param keys values to read in the same command */
  readonly count: (counters: readonly Counter[], keys: readonly string[], now: number) => Promise<Counted>
  /** Takes back what `count` has counted at this time. */
  readonly takeBack: (counters: readonly Counter[], now: number) => void
  /** @returns the local count */
  readonly known: (key: string, now: number) => number
}

export function createCounting(redis: Redis): Counting {
  const local = new LocalCounters()
  const countInRedis = createScript(redis, COUNT)
  const takeBackInRedis = createScript(redis, TAKE_BACK)
  return {
    full: (counters, now) => counters.find(({ key, most }) => local.count(key, now) >= most),
    async count(counters, looked, now) {
      const keys = counters.map(({ key }) => key)
      const args = [...counters.flatMap(({ most, keepMs }) => [most, keepMs]), ...looked]
      const values = (await countInRedis(keys, args).catch(() => undefined)) as unknown[] | undefined
      const counts: number[] = []
      for (const [index, counter] of counters.entries()) {
        const { key, most, until } = counter
        const shared = Number(values?.[index] ?? 0)
        const count = local.add(key, until, now)
        local.raise(key, shared, until, now)
        counts.push(Math.max(count, shared))
        if (Math.max(count, shared) > most) return { over: counter, counts, read: undefined }
      }
      return { over: undefined, counts, read: values?.slice(counters.length) }
    },
    takeBack(counters, now) {
      const keys = counters.map(({ key }) => key)
      for (const key of keys) local.takeBack(key, now)
      void takeBackInRedis(keys, []).catch(() => undefined)
    },
    known: (key, now) => local.count(key, now),
  }
}

/** A Lua script, sent by its hash once Redis knows it. */
export function createScript(redis: Redis, script: string) {
  const hash = createHash('sha1').update(script).digest('hex')
  return (keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> => {
    const all = [keys.length, ...keys, ...args] as const
    return redis.evalsha(hash, ...all).catch((error: unknown) => {
      if (String(error).includes('NOSCRIPT')) return redis.eval(script, ...all)
      throw error
    })
  }
}
