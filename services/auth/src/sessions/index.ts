import { openGeoIp } from '#kit/geoip.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { bind } from '../core/bound.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import { createSessionList } from './session-list.store.ts'
import { sessionHandlers } from './sessions.handlers.ts'
import { sessionJobs } from './sessions.job.ts'
import { createSessions } from './sessions.store.ts'
import { endReplacedSession, endSession } from './sessions.ts'

type Context = ServiceContext<{ readonly GEOIP_FILE?: string | undefined }>

/** Sessions of accounts: resolved for each request, listed, and ended. */
export function sessions({ clock, log, config }: Context, core: Core, { mails, sendMailsSoon }: Mailing) {
  const { pool, outbox, live, notify, accounts, publicUrl } = core
  const store = createSessions(pool)
  const deps = { clock, log, sessions: store, outbox, live }
  return {
    handlers: sessionHandlers({ ...deps, sessionList: createSessionList(pool), locate: openGeoIp(config.GEOIP_FILE) }),
    jobs: sessionJobs({ ...deps, notify, accounts, mails, publicUrl, sendMailsSoon }),
    /** Dependencies of features that use sessions. */
    signedIn: { sessions: store, endSession: bind(endSession, deps), endReplacedSession: bind(endReplacedSession, deps) },
  }
}

export type SignedIn = ReturnType<typeof sessions>['signedIn']
