import type { EventArms } from '#kit/events.ts'
import type { Accounts } from '../domain/ports.ts'

/** The tier's projection; the version makes a repeated or late event harmless. */
export function billingEvents(accounts: Accounts): EventArms<'billing'> {
  return {
    subscription_changed: ({ data }) => accounts.setTier(data.userId, data.tier, data.version),
  }
}
