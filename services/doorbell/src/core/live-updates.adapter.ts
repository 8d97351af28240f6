import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from './live-updates.ts'

export const createLivePublisher = (bus: Bus): LiveUpdates => ({
  toOwner: (ownerId, frame, receivers) => bus.live(subjects.liveUser(ownerId), frame, receivers),
  toVisitor: (activityId, frame, except) => bus.live(subjects.liveVisit(activityId), frame, { except }),
  ringChanged: (change) => bus.live(subjects.ringChanged, change),
})
