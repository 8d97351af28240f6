import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { type LoginNeeds, login } from '../domain/login.ts'
import { checkSession, logout, resolveSession, type SessionNeeds } from '../domain/sessions.ts'

export function sessionHandlers(
  needs: LoginNeeds & SessionNeeds,
): SomeHandlersOf<'auth', 'login' | 'logout' | 'resolve_session' | 'check_session'> {
  return {
    login: async ({ input, caller }) => {
      const { user, cookies } = await login(needs, input, caller)
      return new Answer(user, { cookies })
    },
    logout: async ({ caller }) => {
      await logout(needs, caller)
      return new Answer({}, { cookies: { session: null } })
    },
    resolve_session: async ({ input }) => ({ identity: await resolveSession(needs, input.token) }),
    check_session: async ({ input }) => ({ alive: await checkSession(needs, input.session) }),
  }
}
