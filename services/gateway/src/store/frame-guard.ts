/**
 * The limits of frames, counted here at once and told to Redis a moment later: no press waits for a round trip, and a flood spread over many
 * sockets, or over the copies of the gateway, is refused as soon as the copies have told one another. What may slip through is what one copy admits
 * between two tellings, and each socket has its own limit besides (sockets/connection.ts). Without Redis every copy counts for itself.
 */
import type { Redis } from 'ioredis'
import type { Clock } from '#kit/clock.ts'
import { LIMITS, PARTIES_SHARE } from '#proto/limits.ts'
import type { FrameGuard } from '../domain/ports.ts'
import { counterKey, limited } from './guard.ts'

const TELL_MS = 100

/** `told`: the count of all copies, as Redis last said; `fresh`: what has been counted here since. */
type Count = { told: number; fresh: number; readonly until: number; readonly keepMs: number }

export function createFrameGuard({ redis, clock }: { redis: Redis; clock: Clock }): FrameGuard {
  const counts = new Map<string, Count>()

  const tell = async () => {
    const now = clock.now().getTime()
    for (const [key, count] of counts) if (count.until <= now) counts.delete(key)
    const news = [...counts].filter(([, count]) => count.fresh > 0).map(([key, count]) => ({ key, count, fresh: count.fresh }))
    if (!news.length) return
    const pipeline = redis.pipeline()
    for (const { key, count, fresh } of news) pipeline.incrby(key, fresh).pexpire(key, count.keepMs)
    const results = (await pipeline.exec().catch(() => null)) ?? []
    for (const [index, { count, fresh }] of news.entries()) {
      const [error, total] = results[index * 2] ?? [new Error('Redis is silent')]
      if (error) continue
      // Less than was counted here: a full Redis has dropped the key (docs/decisions/0018).
      count.told = Math.max(Number(total), count.told + fresh)
      count.fresh -= fresh
    }
  }
  let telling = false
  const timer = setInterval(() => {
    if (telling || !counts.size) return
    telling = true
    void tell().finally(() => {
      telling = false
    })
  }, TELL_MS)
  timer.unref()

  return {
    admit(limit, who) {
      const rule = LIMITS[limit]
      const now = clock.now().getTime()
      const window = Math.floor(now / rule.window)
      for (const by of rule.by) {
        if (who[by] === undefined) continue
        const key = counterKey(limit, by, who[by], window)
        const count = counts.get(key) ?? { told: 0, fresh: 0, until: (window + 1) * rule.window, keepMs: rule.window * 2 }
        counts.set(key, count)
        count.fresh += 1
        const most = rule.max * (by === 'address' ? PARTIES_SHARE : 1)
        if (count.told + count.fresh > most) throw limited(limit, now)
      }
    },
    stop: () => clearInterval(timer),
  }
}
