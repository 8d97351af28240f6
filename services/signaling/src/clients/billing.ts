import type { Bus } from '#kit/bus.ts'
import type { BillingClient } from '../domain/ports.ts'

export const createBillingClient = (bus: Bus): BillingClient => ({
  isPremium: async (userId) => (await bus.call('billing.tier', { userId })).tier === 'premium',
})
