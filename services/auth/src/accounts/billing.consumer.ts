import type { EventHandlers } from '#kit/events.ts'
import type { Accounts } from '../core/ports.ts'

/** Copies the tier to the user; the version makes a repeated or late event harmless. */
export const onBilling = ({ accounts }: { readonly accounts: Accounts }): EventHandlers<'billing'> => ({
  subscription_changed: ({ data }) => accounts.setTier(data.userId, data.tier, data.version),
})
