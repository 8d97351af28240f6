/** The state of the local Stripe, and the state that billing has stored of it, in one form. */
import type Stripe from 'stripe'
import type { Stack } from '#scripts/testing/stack.ts'
import { type State, storedStates } from './history.ts'

const ALL = { limit: 100 } as const

function stateOf({ id, status, items, cancel_at_period_end, cancel_at }: Stripe.Subscription): State {
  const [item] = items.data
  const ends = cancel_at_period_end || cancel_at !== null
  return { id, status, start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0, ends }
}

/** One text for one state. */
export const inOneText = (states: readonly State[]): string =>
  JSON.stringify(states.map(({ id, status, start, end, ends }) => [id, status, start, end, ends]).toSorted())

/** @param listed the API's answer */
export const textOfList = (listed: { readonly data: readonly Stripe.Subscription[] }): string => inOneText(listed.data.map(stateOf))

export type Charges = { readonly refunded: number; readonly refunds: number }
export type Truth = Charges & { readonly subscriptions: string; readonly invoices: string; readonly living: number }

const isLiving = ({ status }: { readonly status: string }) => ['active', 'trialing', 'past_due'].includes(status)

/** The state of a customer at the local Stripe now. */
export async function truthOf(sdk: Stripe, customer: string): Promise<Truth> {
  const [subscriptions, invoices, charges] = await Promise.all([
    sdk.subscriptions.list({ customer, status: 'all', ...ALL }),
    sdk.invoices.list({ customer, ...ALL }),
    sdk.charges.list({ customer, ...ALL }),
  ])
  const refunds = charges.data.filter(({ amount_refunded }) => amount_refunded > 0)
  return {
    subscriptions: textOfList(subscriptions),
    living: subscriptions.data.filter(isLiving).length,
    invoices: JSON.stringify(invoices.data.map(({ id, status, total }) => [id, status, total]).toSorted()),
    refunds: refunds.length,
    refunded: refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
  }
}

/** The state of a customer in billing's rows. */
export async function storedOf(world: Stack, userId: number): Promise<Omit<Truth, 'living' | 'refunds'>> {
  const payments = await world.postgres<{ id: string; status: string; amount: number; refunded: number }>(
    'billing',
    'SELECT invoice_id AS id, status, amount, refunded FROM payments WHERE user_id = $1',
    [userId],
  )
  return {
    subscriptions: inOneText(await storedStates(world, userId)),
    invoices: JSON.stringify(payments.map(({ id, status, amount }) => [id, status, amount]).toSorted()),
    refunded: payments.reduce((sum, { refunded }) => sum + refunded, 0),
  }
}
