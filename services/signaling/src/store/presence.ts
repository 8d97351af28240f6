import type { Redis } from 'ioredis'
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { PresenceStore } from '../domain/ports.ts'

/** Gateways report each open socket every 25 s; after three missed reports it is removed, as when its gateway has died. */
const HEARD_MS = 80_000
/** Only cleans up: a full Redis evicts keys that expire first (record 0018), and presence decides when a call is over. */
const LIFE_MS = DAY_MS
const key = (party: string) => `call:there:${party}`

/** Open sockets by party; for presence, never for authorization. */
export function createPresence(redis: Redis, clock: Clock): PresenceStore {
  const count = (party: string) => redis.zcount(key(party), clock.now().getTime() - HEARD_MS, '+inf')
  return {
    opened: async (party, clientId) => {
      const now = clock.now().getTime()
      await redis
        .pipeline()
        .zadd(key(party), now, clientId)
        .zremrangebyscore(key(party), 0, now - HEARD_MS)
        .pexpire(key(party), LIFE_MS)
        .exec()
    },
    closed: async (party, clientId) => {
      await redis.zrem(key(party), clientId)
      return count(party)
    },
    count,
  }
}
