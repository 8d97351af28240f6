import type { EventHandlers } from '#kit/events.ts'
import { type TierDeps, updateTier } from './update-tier.ts'

/** Copies the tier to the doors' owner; the version makes a repeated or late event harmless. */
export const onBilling = (deps: TierDeps): EventHandlers<'billing'> => ({
  subscription_changed: ({ id, data }) => updateTier(deps, { eventId: id, ...data }),
})
