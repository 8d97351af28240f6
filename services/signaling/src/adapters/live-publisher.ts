import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from '../domain/ports.ts'

export const createLivePublisher = (bus: Bus): LiveUpdates => ({
  toVisitor: (activityId, frame) => bus.live(subjects.liveVisit(activityId), frame),
  toOwner: (ownerId, frame) => bus.live(subjects.liveUser(ownerId), frame),
  toSocket: (clientId, frame) => bus.live(subjects.liveClient(clientId), frame),
})
