import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { toUser } from '../domain/account.ts'
import { type RegisterNeeds, register } from '../domain/register.ts'
import { resendVerification, verifyEmail } from '../domain/verification.ts'

/** @throws Refusal unauthenticated: the gateway lets nobody else through, but the house may call too */
export function residentOf(caller: Caller): number {
  if (!caller.resident) throw new Refusal('unauthenticated')
  return caller.resident.userId
}

export function accountHandlers(
  needs: RegisterNeeds,
): SomeHandlersOf<'auth', 'register' | 'user' | 'verify_email' | 'resend_verification'> {
  return {
    register: async ({ input, caller }) => {
      const { user, cookies } = await register(needs, input, caller)
      return new Answer(user, { cookies })
    },
    user: async ({ caller }) => {
      const record = await needs.accounts.byId(residentOf(caller))
      if (!record) throw new Refusal('unauthenticated')
      return toUser(record)
    },
    verify_email: ({ input }) => verifyEmail(needs, input.token),
    resend_verification: async ({ caller }) => {
      await resendVerification(needs, residentOf(caller))
      return {}
    },
  }
}
