import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { type LoginDeps, login } from '../sign-in/login.ts'
import type { ProveDeps } from '../sign-in/prove-code.ts'
import type { ReauthenticateDeps } from '../sign-in/reauthenticate.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { leaveWall, startWall, type WallDeps } from '../wall/wall.ts'
import { checkSession, logout, nameSession, resolveSession, type SessionDeps } from './sessions.ts'

export function sessions(
  deps: LoginDeps & SignInDeps & SessionDeps & WallDeps & ReauthenticateDeps & ProveDeps,
): SomeHandlersOf<
  'auth',
  'login' | 'logout' | 'resolve_session' | 'check_session' | 'session_used' | 'name_session' | 'start_wall' | 'leave_wall'
> {
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
    start_wall: ({ caller }) => startWall(deps, { ...caller, resident: residentOf(caller) }),
    leave_wall: ({ input, caller }) => leaveWall(deps, input, { ...caller, resident: residentOf(caller) }),
    session_used: async ({ input }) => {
      await checkSession(deps, input.session)
      return {}
    },
    name_session: async ({ input }) => {
      await nameSession(deps, input)
      return {}
    },
    check_session: ({ input }) => checkSession(deps, input.session),
  }
}
