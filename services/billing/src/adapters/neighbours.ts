import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { subjects } from '#proto/subjects.ts'
import type { Neighbours } from '../domain/ports.ts'

/** An answer waits no longer than this for a service that is slow. */
const KEEP_TIMEOUT = 1_000

export function createNeighbours(bus: Bus, log: Log): Neighbours {
  return {
    user: (userId) => bus.call('auth.user_by_id', { userId }),
    keepTier: async (change) => {
      const names = ['auth.keep_tier', 'doorbell.keep_tier'] as const
      const kept = await Promise.allSettled(names.map((name) => bus.call(name, change, { timeout: KEEP_TIMEOUT })))
      for (const [at, { status }] of kept.entries())
        if (status === 'rejected') log.warn({ operation: names[at], userId: change.userId }, 'tier not kept at once, its event follows')
    },
    tellTier: (userId, tier) => bus.live(subjects.liveUser(userId), { type: 'subscription_changed', tier }),
  }
}
