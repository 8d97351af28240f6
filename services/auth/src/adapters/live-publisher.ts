import type { Bus } from '#kit/bus.ts'
import { ERRORS } from '#proto/errors.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from '../domain/ports.ts'

export const createLivePublisher = (bus: Bus): LiveUpdates => ({
  userChanged: (userId) => bus.live(subjects.liveUser(userId), { type: 'account_changed', parts: ['user'] }),
  sessionEnded: (session) =>
    bus.live(subjects.liveSession(session), { type: 'error', code: 'unauthenticated', message: ERRORS.unauthenticated.message }),
})
