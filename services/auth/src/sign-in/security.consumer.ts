import type { EventHandlers } from '#kit/events.ts'
import type { LiftedAddresses } from './lifted-addresses.ts'
import type { LoginAttempts } from './login-attempts.ts'

type Deps = { readonly loginAttempts: Pick<LoginAttempts, 'clearFailuresOf'>; readonly liftedAddresses: LiftedAddresses }

/**
 * An address that the operator unblocks has no failures here afterwards; one that an owner lifts has none on that account. A repeated
 * event changes nothing more.
 */
export const onSecurity = ({ loginAttempts, liftedAddresses }: Deps): EventHandlers<'security'> => ({
  address_unblocked: async ({ data: { address } }) => {
    await loginAttempts.clearFailuresOf(address)
    await liftedAddresses.forget(address)
  },
  address_lifted: ({ data: { userId, address, expiresAt } }) =>
    liftedAddresses.lift(userId, address, expiresAt === null ? null : new Date(expiresAt)),
})
