import Stripe from 'stripe'

/** The header with which Stripe signs an event. @param at milliseconds */
export const signature = (payload: string, secret: string, at: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) })
