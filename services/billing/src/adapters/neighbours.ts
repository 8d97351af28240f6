import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { Neighbours } from '../domain/ports.ts'

export function createNeighbours(bus: Bus): Neighbours {
  return {
    user: (userId) => bus.call('auth.user_by_id', { userId }),
    tellTier: (userId, tier) => bus.live(subjects.liveUser(userId), { type: 'subscription_changed', tier }),
  }
}
