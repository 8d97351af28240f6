/** What a resident sees and changes on the security page, but passwords and second factors. */
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { type AlertMailDeps, mailAlert } from '../mails/alert-mails.ts'
import { mailPlan } from '../mails/plan-mails.ts'
import { mailUnseenRing } from '../mails/ring-mails.ts'
import { listSessions, revokeOtherSessions, revokeSession, type SessionListDeps } from '../sessions/session-list.ts'
import { changeSecuritySettings, type SecuritySettingsDeps } from './security-settings.ts'

type Names =
  | 'sessions'
  | 'revoke_session'
  | 'revoke_other_sessions'
  | 'end_sessions'
  | 'change_security_settings'
  | 'mail_alert'
  | 'mail_plan'
  | 'mail_unseen_ring'
type Deps = SessionListDeps & AlertMailDeps & SecuritySettingsDeps

export function accountSecurity(deps: Deps): SomeHandlersOf<'auth', Names> {
  return {
    sessions: ({ caller }) => listSessions(deps, residentOf(caller)),
    revoke_session: async ({ input: { sessionId }, caller }) => {
      const resident = residentOf(caller)
      await revokeSession(deps, resident, sessionId)
      return new Answer({}, sessionId === resident.session ? { cookies: { session: null } } : {})
    },
    revoke_other_sessions: async ({ caller }) => {
      await revokeOtherSessions(deps, residentOf(caller))
      return {}
    },
    end_sessions: async ({ input }) => ({ ended: await revokeOtherSessions(deps, input) }),
    change_security_settings: ({ input, caller }) => changeSecuritySettings(deps, residentOf(caller), input),
    mail_plan: async ({ input }) => ({ mailed: await mailPlan(deps, input) }),
    mail_unseen_ring: async ({ input }) => ({ mailed: await mailUnseenRing(deps, input) }),
    mail_alert: async ({ input }) => ({ mailed: await mailAlert(deps, input) }),
  }
}
