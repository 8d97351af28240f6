/** The second factor, its recovery and the sign-in link (decision 25). */
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { requestSignInLink, type SignInLinkDeps, useSignInLink } from '../sign-in/sign-in-link.ts'
import { beginRecovery, cancelRecovery, cancelRecoveryByLink, type RecoveryDeps, requestRecovery } from './recovery.ts'
import { resetTwoFactor } from './reset-two-factor.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  replaceRecoveryCodes,
  type TwoFactorDeps,
  twoFactorState,
} from './two-factor.ts'

type FactorName = 'two_factor' | 'enrol_two_factor' | 'confirm_two_factor' | 'disable_two_factor' | 'replace_recovery_codes'
type RecoveryName = 'request_recovery' | 'begin_recovery' | 'cancel_recovery_by_link' | 'cancel_recovery' | 'reset_two_factor'
type LinkName = 'request_sign_in_link' | 'use_sign_in_link'

export const twoFactor = (deps: TwoFactorDeps): SomeHandlersOf<'auth', FactorName> => ({
  two_factor: ({ caller }) => twoFactorState(deps, residentOf(caller).userId),
  enrol_two_factor: ({ caller }) => enrolTwoFactor(deps, { ...caller, resident: residentOf(caller) }),
  confirm_two_factor: ({ input, caller }) => confirmTwoFactor(deps, input.code, { ...caller, resident: residentOf(caller) }),
  disable_two_factor: async ({ input, caller }) => {
    await disableTwoFactor(deps, input.code, { ...caller, resident: residentOf(caller) })
    return {}
  },
  replace_recovery_codes: ({ input, caller }) => replaceRecoveryCodes(deps, input.code, { ...caller, resident: residentOf(caller) }),
})

export const recovery = (deps: RecoveryDeps & TwoFactorDeps): SomeHandlersOf<'auth', RecoveryName> => ({
  request_recovery: async ({ input, caller }) => {
    await requestRecovery(deps, input, caller)
    return {}
  },
  begin_recovery: ({ input, caller }) => beginRecovery(deps, input.token, caller),
  cancel_recovery_by_link: async ({ input, caller }) => {
    await cancelRecoveryByLink(deps, input.token, caller)
    return {}
  },
  cancel_recovery: async ({ caller }) => {
    await cancelRecovery(deps, residentOf(caller).userId, caller)
    return {}
  },
  reset_two_factor: async ({ input }) => ({ reset: await resetTwoFactor(deps, input.username, input.by) }),
})

export const signInLinks = (deps: SignInLinkDeps): SomeHandlersOf<'auth', LinkName> => ({
  request_sign_in_link: async ({ input }) => {
    await requestSignInLink(deps, input.username)
    return {}
  },
  use_sign_in_link: async ({ input, caller }) => {
    const { user, cookies } = await useSignInLink(deps, input, caller)
    return new Answer(user, { cookies })
  },
})
