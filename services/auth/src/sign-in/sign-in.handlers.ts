import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { login } from './login.ts'
import { confirmPassword, passwordFresh, requireFresh } from './reauthenticate.ts'
import { requestSignInLink, useSignInLink } from './sign-in-link.ts'

export const signInHandlers = (
  deps: Parameters<typeof login>[0] & Parameters<typeof confirmPassword>[0],
): SomeHandlersOf<'auth', 'login' | 'password_fresh' | 'require_fresh' | 'confirm_password'> => ({
  login: async ({ input, caller }) => {
    const { user, cookies } = await login(deps, input, caller)
    return new Answer(user, { cookies })
  },
  password_fresh: async ({ caller }) => ({ fresh: await passwordFresh(deps, residentOf(caller)) }),
  require_fresh: async ({ input }) => {
    await requireFresh(deps, input)
    return {}
  },
  confirm_password: async ({ input, caller }) => {
    await confirmPassword(deps, { ...caller, resident: residentOf(caller) }, input.password)
    return {}
  },
})

export const signInLinkHandlers = (
  deps: Parameters<typeof useSignInLink>[0],
): SomeHandlersOf<'auth', 'request_sign_in_link' | 'use_sign_in_link'> => ({
  request_sign_in_link: async ({ input }) => {
    await requestSignInLink(deps, input.username)
    return {}
  },
  use_sign_in_link: async ({ input, caller }) => {
    const { user, cookies } = await useSignInLink(deps, input, caller)
    return new Answer(user, { cookies })
  },
})
