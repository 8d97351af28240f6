import type { Bus } from '#kit/bus.ts'
import { ERRORS } from '#proto/errors.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from './ports.ts'

export function createLivePublisher(bus: Bus): LiveUpdates {
  const publish = (session: string, code: 'unauthenticated' | 'wall_session') =>
    bus.live(subjects.liveSession(session), { type: 'error', code, message: ERRORS[code].message })
  return {
    userChanged: (userId) => bus.live(subjects.liveUser(userId), { type: 'account_changed', parts: ['user'] }),
    sessionEnded: (session) => publish(session, 'unauthenticated'),
    sessionChanged: (session) => publish(session, 'wall_session'),
  }
}
