/** A new password, in place of a known one or by a mailed link (docs/product/decisions.md, 24, 26). */
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { changePassword } from './change-password.ts'
import { previewPasswordReset, requestPasswordReset, resetPassword } from './reset-password.ts'

type ResetName = 'request_password_reset' | 'preview_password_reset' | 'reset_password'

export const changePasswordHandlers = (deps: Parameters<typeof changePassword>[0]): SomeHandlersOf<'auth', 'change_password'> => ({
  change_password: async ({ input, caller }) => {
    await changePassword(deps, input, { ...caller, resident: residentOf(caller) })
    return {}
  },
})

export const resetPasswordHandlers = (deps: Parameters<typeof resetPassword>[0]): SomeHandlersOf<'auth', ResetName> => ({
  request_password_reset: async ({ input, caller }) => {
    await requestPasswordReset(deps, input.email, caller.language)
    return {}
  },
  preview_password_reset: ({ input }) => previewPasswordReset(deps, input.token),
  reset_password: async ({ input, caller }) => new Answer({}, { cookies: await resetPassword(deps, input, caller) }),
})
