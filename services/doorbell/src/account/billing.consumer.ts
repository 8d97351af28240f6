import type { EventHandlers } from '#kit/events.ts'
import type { TierChange } from '#proto/entities.ts'

/** Copies the tier to the doors' owner; the version makes a repeated or late event harmless. */
export const onBilling = (updateTier: (change: TierChange) => Promise<void>): EventHandlers<'billing'> => ({
  subscription_changed: ({ id, data }) => updateTier({ eventId: id, ...data }),
})
