/** Presence is for counting only: which sockets a party has, over all gateway copies. Rebuilt by heartbeats after a FLUSHALL. */
import type { Redis } from 'ioredis'
import type { Clock } from '#kit/clock.ts'
import type { Presence } from '../domain/ports.ts'

const ALIVE_MS = 60_000

export function createPresence(redis: Redis, clock: Clock): Presence {
  const quiet = () => undefined
  return {
    async seen(party, clientId) {
      const key = `presence:${party}`
      const now = clock.now().getTime()
      await redis
        .pipeline()
        .zadd(key, now + ALIVE_MS, clientId)
        .zremrangebyscore(key, 0, now)
        .pexpire(key, ALIVE_MS * 2)
        .exec()
        .catch(quiet)
    },
    async gone(party, clientId) {
      await redis.zrem(`presence:${party}`, clientId).catch(quiet)
    },
  }
}
