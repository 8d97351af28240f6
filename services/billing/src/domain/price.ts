/** What a month of Premium costs, as Stripe says. */
import type { Log } from '#kit/log.ts'
import type { Subscription } from '#proto/entities.ts'
import type { Price, Stripe } from './stripe.ts'

/** What the plan is sold for (spec section 1). */
const EXPECTED: Price = { amount: 999, currency: 'usd', interval: 'month', active: true }

export type PriceTag = {
  /** Null until Stripe has answered once. */
  readonly now: () => Subscription['price']
  readonly refresh: () => Promise<void>
}

/** The price is asked for at the start and from time to time; one that is not the plan's is named in the log. */
export function createPriceTag(stripe: Stripe, log: Log): PriceTag {
  let price: Price | undefined
  return {
    now: () => (price ? { amount: price.amount, currency: price.currency } : null),
    refresh: async () => {
      const asked = await stripe.price()
      const isNew = price === undefined || price.amount !== asked.amount || price.currency !== asked.currency
      price = asked
      if (isNew && !isExpected(asked)) log.warn({ price: asked }, 'the price is not 9.99 USD a month')
    },
  }
}

const isExpected = ({ amount, currency, interval, active }: Price) =>
  amount === EXPECTED.amount && currency === EXPECTED.currency && interval === EXPECTED.interval && active
