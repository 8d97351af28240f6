/**
 * Limits frames with local counters that are shared through Redis afterwards, so that no frame waits for a round trip. A flood spread over
 * sockets or gateway copies is refused once the copies have shared their counts; until then each copy admits up to its own count, and each
 * socket has its own limit (sockets/connection.ts). Without Redis every copy counts for itself.
 */
import type { Redis } from 'ioredis'
import type { Clock } from '#kit/clock.ts'
import { LIMITS, PARTIES_FACTOR } from '#proto/limits.ts'
import type { FrameRateLimiter } from '../domain/ports.ts'
import { counterKey } from './counting.ts'
import { limited } from './rate-limiter.ts'

/** `shared`: the count of all copies, as last read from Redis; `unshared`: frames counted here since. */
type Count = { shared: number; unshared: number; readonly until: number; readonly keepMs: number }

export function createFrameRateLimiter({ redis, clock }: { redis: Redis; clock: Clock }): FrameRateLimiter {
  const counts = new Map<string, Count>()

  const shareCounts = async () => {
    const now = clock.now().getTime()
    for (const [key, count] of counts) if (count.until <= now) counts.delete(key)
    const news = [...counts].filter(([, count]) => count.unshared > 0).map(([key, count]) => ({ key, count, unshared: count.unshared }))
    if (!news.length) return
    const pipeline = redis.pipeline()
    for (const { key, count, unshared } of news) pipeline.incrby(key, unshared).pexpire(key, count.keepMs)
    const results = (await pipeline.exec().catch(() => null)) ?? []
    for (const [index, { count, unshared }] of news.entries()) {
      const [error, total] = results[index * 2] ?? [new Error('Redis is silent')]
      if (error) continue
      // A lower total means that a full Redis evicted the key (record 0018).
      count.shared = Math.max(Number(total), count.shared + unshared)
      count.unshared -= unshared
    }
  }
  return {
    admit(limit, who) {
      const rule = LIMITS[limit]
      const now = clock.now().getTime()
      const window = Math.floor(now / rule.window)
      for (const by of rule.by) {
        if (who[by] === undefined) continue
        const key = counterKey(limit, by, who[by], window)
        const count = counts.get(key) ?? { shared: 0, unshared: 0, until: (window + 1) * rule.window, keepMs: rule.window * 2 }
        counts.set(key, count)
        count.unshared += 1
        const most = rule.max * (by === 'address' ? PARTIES_FACTOR : 1)
        if (count.shared + count.unshared > most) throw limited(limit, now)
      }
    },
    shareCounts,
  }
}
