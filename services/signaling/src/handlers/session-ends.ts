import type { Bus, Subscription } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { subjects } from '#proto/subjects.ts'
import type { CallDeps } from '../domain/ports.ts'
import { endSession } from '../domain/presence/end-session.ts'

const CHANGED = '"code":"wall_session"'

/** The live update about the end of a session, each handled by one copy: its media ends without waiting for JetStream. */
export const subscribeToSessionEnds = (bus: Bus, deps: CallDeps, log: Log): Subscription =>
  bus.subscribe(
    subjects.liveSessions,
    (body, subject) => {
      // Its role has changed, and its calls continue.
      if (body.includes(CHANGED)) return
      const session = subject.slice(subjects.liveSession('').length)
      endSession(deps, session).catch((err: unknown) => log.warn({ err }, 'ended session not removed from its calls'))
    },
    'signaling',
  )
