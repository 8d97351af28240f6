import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from '../domain/ports.ts'

export const createLivePublisher = (bus: Bus): LiveUpdates => ({
  toVisitor: (activityId, frame) => bus.live(subjects.liveVisit(activityId), frame),
  toResidents: (userIds, frame) => {
    for (const userId of userIds) bus.live(subjects.liveUser(userId), frame)
  },
  toSocket: (clientId, frame) => bus.live(subjects.liveClient(clientId), frame),
})
