import type { Bus } from '#kit/bus.ts'
import type { BillingClient } from './billing.ts'

export const createBillingClient = (bus: Bus): BillingClient => ({
  isPremium: async (userId) => (await bus.call('billing.tier', { userId }, { timeout: 2_000 })).tier === 'premium',
})
