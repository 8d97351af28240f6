import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { previewVerification, rejectVerification, resendVerification, verifyEmail } from '../email/verification.ts'
import { type RegisterDeps, register } from '../registration/register.ts'
import { currentUser } from './current-user.ts'

export function accounts(
  deps: RegisterDeps & Parameters<typeof currentUser>[0],
): SomeHandlersOf<'auth', 'register' | 'user' | 'verify_email' | 'preview_verification' | 'reject_verification' | 'resend_verification'> {
  return {
    register: async ({ input, caller }) => {
      const { user, cookies } = await register(deps, input, caller)
      return new Answer(user, { cookies })
    },
    user: ({ caller }) => currentUser(deps, caller),
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
  }
}
