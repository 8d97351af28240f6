import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from './ports.ts'

export const createLivePublisher = (bus: Bus): LiveUpdates => ({
  paymentsChanged: (userId) => bus.live(subjects.liveUser(userId), { type: 'account_changed', parts: ['subscription'] }),
  tierChanged: (userId, tier) => bus.live(subjects.liveUser(userId), { type: 'subscription_changed', tier }),
})
