/** The price of a month of Premium, as configured at Stripe. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Subscription } from '#proto/entities.ts'
import { PREMIUM_PRICE } from '#proto/limits.ts'
import { toMainUnit } from '../core/money.ts'
import type { Price, Stripe } from './stripe.ts'

export type PriceTag = {
  /** Null until Stripe has answered once. */
  readonly now: () => Subscription['price']
  readonly refresh: () => Promise<void>
}

const ASKED_EVERY_MS = 10 * 60_000

/** Reads the price until it is known, and again from time to time; one that differs from the plan's is logged. */
export function createPriceTag(stripe: Stripe, clock: Clock, log: Log): PriceTag {
  let price: Price | undefined
  let next = 0
  return {
    now: () => (price ? { amount: toMainUnit(price.amount, price.currency), currency: price.currency } : null),
    refresh: async () => {
      if (clock.now().getTime() < next) return
      const asked = await stripe.price()
      const isNew = price === undefined || price.amount !== asked.amount || price.currency !== asked.currency
      price = asked
      next = clock.in(ASKED_EVERY_MS).getTime()
      if (isNew && !isExpected(asked)) log.warn({ price: asked }, 'the price at Stripe is not 9.99 USD a month')
    },
  }
}

/** What the plan is sold for (docs/product/specification.md, 1). */
const isExpected = ({ amount, currency, interval, active }: Price) =>
  toMainUnit(amount, currency) === PREMIUM_PRICE.amount && currency === PREMIUM_PRICE.currency && interval === 'month' && active
