/** Passwords, the end of an account, and the mailed links that undo and reset (decisions 24, 26). */
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { type DeletionDeps, deleteAccount } from '../deletion/delete-account.ts'
import { type EmailUndoDeps, previewEmailUndo, undoEmailChange } from '../email/undo-email-change.ts'
import type { ProveDeps } from '../sign-in/prove-code.ts'
import { confirmPassword, passwordFresh } from '../sign-in/reauthenticate.ts'
import { type ChangePasswordDeps, changePassword } from './change-password.ts'
import { previewPasswordReset, type ResetPasswordDeps, requestPasswordReset, resetPassword } from './reset-password.ts'

type Name =
  | 'password_fresh'
  | 'confirm_password'
  | 'change_password'
  | 'request_password_reset'
  | 'preview_password_reset'
  | 'reset_password'
  | 'preview_email_undo'
  | 'undo_email_change'
  | 'delete_account'

export function passwords(
  deps: ChangePasswordDeps & ResetPasswordDeps & EmailUndoDeps & DeletionDeps & ProveDeps,
): SomeHandlersOf<'auth', Name> {
  return {
    password_fresh: async ({ caller }) => ({ fresh: await passwordFresh(deps, residentOf(caller)) }),
    confirm_password: async ({ input, caller }) => {
      await confirmPassword(deps, { ...caller, resident: residentOf(caller) }, input.password)
      return {}
    },
    change_password: async ({ input, caller }) => {
      await changePassword(deps, input, { ...caller, resident: residentOf(caller) })
      return {}
    },
    delete_account: async ({ input, caller }) => {
      await deleteAccount(deps, input, { ...caller, resident: residentOf(caller) })
      return new Answer({}, { cookies: { session: null } })
    },
    request_password_reset: async ({ input, caller }) => {
      await requestPasswordReset(deps, input.email, caller.language)
      return {}
    },
    preview_password_reset: ({ input }) => previewPasswordReset(deps, input.token),
    reset_password: async ({ input, caller }) => new Answer({}, { cookies: await resetPassword(deps, input, caller) }),
    preview_email_undo: ({ input }) => previewEmailUndo(deps, input.token),
    undo_email_change: ({ input, caller }) => undoEmailChange(deps, input.token, caller.address),
  }
}
