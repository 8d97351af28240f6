import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './session-list.ts'
import { checkSession, logout, nameSession, resolveSession, type SessionDeps } from './sessions.ts'

type Name =
  | 'logout'
  | 'resolve_session'
  | 'check_session'
  | 'session_used'
  | 'name_session'
  | 'sessions'
  | 'revoke_session'
  | 'revoke_other_sessions'
  | 'end_sessions'

export function sessionHandlers(deps: SessionDeps & Parameters<typeof listSessions>[0]): SomeHandlersOf<'auth', Name> {
  return {
    logout: async ({ caller }) => {
      await logout(deps, caller)
      return new Answer({}, { cookies: { session: null } })
    },
    resolve_session: async ({ input }) => ({ identity: await resolveSession(deps, input.token) }),
    session_used: async ({ input }) => {
      await checkSession(deps, input.session)
      return {}
    },
    name_session: async ({ input }) => {
      await nameSession(deps, input)
      return {}
    },
    check_session: ({ input }) => checkSession(deps, input.session),
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
  }
}
