import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from './ports.ts'

export const createLiveUpdates = (bus: Bus): LiveUpdates => ({
  accountChanged: (userId, part) => bus.live(subjects.liveUser(userId), { type: 'account_changed', parts: [part] }),
})
