/** The account's address: confirmed, changed, and taken back. */
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { changeEmail } from './change-email.ts'
import { previewEmailUndo, undoEmailChange } from './undo-email-change.ts'
import { previewVerification, rejectVerification, resendVerification, verifyEmail } from './verification.ts'

type VerificationName = 'verify_email' | 'preview_verification' | 'reject_verification' | 'resend_verification'
type UndoName = 'preview_email_undo' | 'undo_email_change'

export const verificationHandlers = (deps: Parameters<typeof resendVerification>[0]): SomeHandlersOf<'auth', VerificationName> => ({
  preview_verification: ({ input }) => previewVerification(deps, input.token),
  reject_verification: async ({ input }) => {
    await rejectVerification(deps, input.token)
    return {}
  },
  verify_email: ({ input, caller }) => verifyEmail(deps, input.token, caller.address),
  resend_verification: async ({ caller }) => {
    await resendVerification(deps, residentOf(caller).userId)
    return {}
  },
})

export const changeEmailHandlers = (deps: Parameters<typeof changeEmail>[0]): SomeHandlersOf<'auth', 'change_email'> => ({
  change_email: async ({ input, caller }) => {
    await changeEmail(deps, input, { ...caller, resident: residentOf(caller) })
    return {}
  },
})

export const emailUndoHandlers = (deps: Parameters<typeof undoEmailChange>[0]): SomeHandlersOf<'auth', UndoName> => ({
  preview_email_undo: ({ input }) => previewEmailUndo(deps, input.token),
  undo_email_change: ({ input, caller }) => undoEmailChange(deps, input.token, caller.address),
})
