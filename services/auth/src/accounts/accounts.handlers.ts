/** Internal operations on accounts, for the other services and the operator. */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { normalizeIdentifier, toUser } from '../core/account.ts'
import type { Accounts } from '../core/ports.ts'

/** The first door is created within seconds of the registration, from the event at the latest; an older code is not a new one. */
const NEW_CODE_AGE = 10 * 60_000

type Name = 'find_user' | 'user_by_id' | 'code_issued' | 'keep_code' | 'keep_tier' | 'list_users'

export function accountHandlers({ accounts, clock }: { readonly accounts: Accounts; readonly clock: Clock }): SomeHandlersOf<'auth', Name> {
  const byId = async (userId: number) => {
    const found = await accounts.byId(userId)
    if (!found) throw new AppError('not_found')
    return found
  }
  return {
    find_user: async ({ input }) => {
      if (input.userId !== undefined) return byId(input.userId)
      const found = input.username === undefined ? undefined : await accounts.byUsername(normalizeIdentifier(input.username))
      if (!found) throw new AppError('not_found')
      return found
    },
    user_by_id: async ({ input }) => toUser(await byId(input.userId)),
    code_issued: async ({ input }) => ({ issued: await accounts.codeIssued(input.qrCodeId, clock.in(-NEW_CODE_AGE)) }),
    keep_code: async ({ input }) => {
      await accounts.setQrCode(input.userId, input.qrCodeId, input.version)
      return {}
    },
    keep_tier: async ({ input }) => {
      await accounts.setTier(input.userId, input.tier, input.version)
      return {}
    },
    list_users: async ({ input }) => {
      const users = await accounts.newest(input.after, input.limit ?? 100)
      return { users: users.map(toUser).map(({ subscriptionTier: tier, ...user }) => ({ ...user, tier })) }
    },
  }
}
