import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { type RegisterNeeds, register } from '../domain/register.ts'
import { currentUser } from '../domain/session-end.ts'
import { previewVerification, rejectVerification, resendVerification, verifyEmail } from '../domain/verification.ts'

/** @throws Refusal unauthenticated: the gateway lets nobody else through, but the house may call too */
export function residentOf(caller: Caller): number {
  if (!caller.resident) throw new Refusal('unauthenticated')
  return caller.resident.userId
}

export function accountHandlers(
  needs: RegisterNeeds,
): SomeHandlersOf<'auth', 'register' | 'user' | 'verify_email' | 'preview_verification' | 'reject_verification' | 'resend_verification'> {
  return {
    register: async ({ input, caller }) => {
      const { user, cookies } = await register(needs, input, caller)
      return new Answer(user, { cookies })
    },
    user: ({ caller }) => currentUser(needs, caller),
    preview_verification: ({ input }) => previewVerification(needs, input.token),
    reject_verification: async ({ input }) => {
      await rejectVerification(needs, input.token)
      return {}
    },
    verify_email: ({ input }) => verifyEmail(needs, input.token),
    resend_verification: async ({ caller }) => {
      await resendVerification(needs, residentOf(caller))
      return {}
    },
  }
}
