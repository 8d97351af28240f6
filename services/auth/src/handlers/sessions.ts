import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { type LoginDeps, login } from '../domain/login.ts'
import { checkSession, logout, resolveSession, type SessionDeps } from '../domain/sessions.ts'
import type { SignInDeps } from '../domain/sign-in.ts'

export function sessions(
  deps: LoginDeps & SignInDeps & SessionDeps,
): SomeHandlersOf<'auth', 'login' | 'logout' | 'resolve_session' | 'check_session'> {
  return {
    login: async ({ input, caller }) => {
      const { user, cookies } = await login(deps, input, caller)
      return new Answer(user, { cookies })
    },
    logout: async ({ caller }) => {
      await logout(deps, caller)
      return new Answer({}, { cookies: { session: null } })
    },
    resolve_session: async ({ input }) => ({ identity: await resolveSession(deps, input.token) }),
    check_session: async ({ input }) => ({ alive: await checkSession(deps, input.session) }),
  }
}
