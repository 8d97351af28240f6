import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from '../domain/ports.ts'

export const createLivePublisher = (bus: Bus): LiveUpdates => ({
  tierChanged: (userId, tier) => bus.live(subjects.liveUser(userId), { type: 'subscription_changed', tier }),
})
