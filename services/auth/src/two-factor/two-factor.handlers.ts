/** The second factor and its recovery (docs/product/decisions.md, 25). */
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { beginRecovery, cancelRecovery, cancelRecoveryByLink, requestRecovery } from './recovery.ts'
import { resetTwoFactor } from './reset-two-factor.ts'
import { confirmTwoFactor, disableTwoFactor, enrolTwoFactor, replaceRecoveryCodes, twoFactorState } from './two-factor.ts'

type FactorName = 'two_factor' | 'enrol_two_factor' | 'confirm_two_factor' | 'disable_two_factor' | 'replace_recovery_codes'
type RecoveryName = 'request_recovery' | 'begin_recovery' | 'cancel_recovery_by_link' | 'cancel_recovery'

export const twoFactorHandlers = (deps: Parameters<typeof enrolTwoFactor>[0]): SomeHandlersOf<'auth', FactorName> => ({
  two_factor: ({ caller }) => twoFactorState(deps, residentOf(caller).userId),
  enrol_two_factor: ({ caller }) => enrolTwoFactor(deps, { ...caller, resident: residentOf(caller) }),
  confirm_two_factor: ({ input, caller }) => confirmTwoFactor(deps, input.code, { ...caller, resident: residentOf(caller) }),
  disable_two_factor: async ({ input, caller }) => {
    await disableTwoFactor(deps, input.code, { ...caller, resident: residentOf(caller) })
    return {}
  },
  replace_recovery_codes: ({ input, caller }) => replaceRecoveryCodes(deps, input.code, { ...caller, resident: residentOf(caller) }),
})

export const recoveryHandlers = (deps: Parameters<typeof requestRecovery>[0]): SomeHandlersOf<'auth', RecoveryName> => ({
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
})

/** For the operator, when the owner has lost both factor and mailbox. */
export const resetHandlers = (deps: Parameters<typeof resetTwoFactor>[0]): SomeHandlersOf<'auth', 'reset_two_factor'> => ({
  reset_two_factor: async ({ input }) => ({ reset: await resetTwoFactor(deps, input.username, input.by) }),
})
