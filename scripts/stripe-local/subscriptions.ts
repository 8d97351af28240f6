/** The life of a subscription and its invoices: created, paid, renewed, past due, canceled, refunded. Each step makes Stripe's events. */
import type Stripe from 'stripe'
import { type Store, StripeError } from './store.ts'

/** Replaces this server's address in stored objects: the port may be another after a restart. */
export const ORIGIN = 'http://stripe-local.invalid'
/** The cards of Update card, used in turn. */
const CARDS = ['visa 4242', 'mastercard 4444', 'amex 0005'] as const
const RETRY_AFTER = 7 * 86_400
const DECLINED = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }
const NO_DETAILS = { comment: null, feedback: null, feedback_option: null }

type Subscription = Stripe.Subscription
type Invoice = Stripe.Invoice
type Plan = { cancel_at_period_end?: boolean; cancel_at?: number | null; metadata?: Stripe.Metadata }
type Reason = 'cancellation_requested' | 'payment_failed'

/** The id of an expandable field. Stored objects are never expanded. */
export const idOf = (value: string | { readonly id: string } | null | undefined) => (typeof value === 'string' ? value : (value?.id ?? ''))
const itemOf = ({ items }: Subscription) => items.data[0] as Stripe.SubscriptionItem
export const periodEnd = (subscription: Subscription) => itemOf(subscription).current_period_end
export const isOver = ({ status }: Subscription) => status === 'canceled'
export const isLate = ({ status }: Subscription) => status === 'past_due' || status === 'unpaid'
export const ends = ({ cancel_at_period_end, cancel_at }: Plan) => cancel_at_period_end || (cancel_at ?? null) !== null
export const subscriptionOf = (invoice: Invoice) => idOf(invoice.parent?.subscription_details?.subscription)
export const paymentsOf = (store: Store, invoice: string) => store.list('invoice_payment').filter((payment) => payment.invoice === invoice)
export const refundsOf = (store: Store, charge: string) => store.list('refund').filter((refund) => refund.charge === charge)
export const livingOf = (store: Store, customer: string) =>
  store.list('subscription').filter((subscription) => subscription.customer === customer && !isOver(subscription))

/** The same day of a later month, or that month's last day (https://docs.stripe.com/billing/subscriptions/billing-cycle). */
function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor * 1_000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  // Day 0 is the last day of the month before.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime() / 1_000
}

function periodAfter(anchor: number, start: number) {
  let months = 1
  while (monthsAfter(anchor, months) <= start) months++
  return { start, end: monthsAfter(anchor, months) }
}

/** The card that pays, made at the first payment. */
export function cardOf(store: Store, customer: string): Stripe.PaymentMethod {
  const known = idOf(store.get('customer', customer).invoice_settings.default_payment_method)
  return known ? store.get('payment_method', known) : changeCard(store, customer)
}

function changeCard(store: Store, id: string): Stripe.PaymentMethod {
  const customer = store.get('customer', id)
  const used = store.list('payment_method').filter((card) => card.customer === id).length
  const [brand, last4] = CARDS[used % CARDS.length]?.split(' ') ?? []
  const card = store.create('payment_method', { customer: id })
  Object.assign(card.card ?? {}, { brand, last4 })
  store.update(customer, { invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id } }, 'customer.updated')
  return card
}

/** The customer pays on the checkout page. */
export function completeCheckout(store: Store, session: Stripe.Checkout.Session): void {
  const customer = idOf(session.customer)
  const at = store.clock(customer)
  const anchored = { created: at, start_date: at, billing_cycle_anchor: at, cancel_at_period_end: false } as const
  const subscription = store.create('subscription', { customer, ...anchored, default_payment_method: cardOf(store, customer).id })
  const price = structuredClone(store.get('price', store.state.priceId))
  const part = { subscription: subscription.id, price, created: at, current_period_start: at, current_period_end: at }
  const items = { ...subscription.items, data: [store.make('subscription_item', part)], url: '/v1/subscription_items' }
  store.update(subscription, { items, billing_mode: { type: 'flexible', flexible: {} } })
  const invoice = startPeriod(store, subscription, 'subscription_create')
  collect(store, invoice, true)
  const done = { status: 'complete', payment_status: 'paid', subscription: subscription.id, invoice: invoice.id, url: null } as const
  store.update(session, done, 'checkout.session.completed')
}

/** The next period begins, with the invoice over it. */
function startPeriod(store: Store, subscription: Subscription, billing_reason: 'subscription_create' | 'subscription_cycle'): Invoice {
  const customer = store.get('customer', idOf(subscription.customer))
  const item = itemOf(subscription)
  const { id: price, product, currency, unit_amount } = item.price
  const amount = unit_amount ?? 0
  const created = store.clock(customer.id)
  const sequence = customer.next_invoice_sequence ?? 1
  const invoice = store.create('invoice', {
    ...{ customer: customer.id, customer_email: customer.email, customer_name: customer.name, created, effective_at: created },
    ...{ billing_reason, currency, status: 'open', number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}` },
    ...{ amount_due: amount, amount_remaining: amount, amount_overpaid: 0 },
    ...{ subtotal: amount, subtotal_excluding_tax: amount, total: amount, total_excluding_tax: amount },
    // Of the period that has ended; the one that is paid for stands in the line.
    ...{ period_start: item.current_period_start, period_end: item.current_period_end },
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  })
  const period = periodAfter(subscription.billing_cycle_anchor, item.current_period_end)
  const line = store.make('line_item', { invoice: invoice.id, amount, subtotal: amount, currency, quantity: 1, period })
  const lineDetails = { subscription: subscription.id, subscription_item: item.id, proration: false }
  Object.assign(line, {
    description: '1 × Premium',
    parent: { type: 'subscription_item_details', subscription_item_details: lineDetails, invoice_item_details: null },
    pricing: { type: 'price_details', price_details: { price, product }, unit_amount_decimal: String(amount) },
  })
  const parent = {
    type: 'subscription_details',
    subscription_details: { subscription: subscription.id, metadata: {} },
    quote_details: null,
  } as const
  const lines = { ...invoice.lines, data: [line], url: `/v1/invoices/${invoice.id}/lines` }
  store.update(invoice, { parent, lines, hosted_invoice_url: `${ORIGIN}/invoice/${invoice.id}` }, 'invoice.created')
  store.update(customer, { next_invoice_sequence: sequence + 1, currency })
  const intent = store.create('payment_intent', { customer: customer.id, created, amount, currency })
  const payment = { type: 'payment_intent', payment_intent: intent.id } as const
  store.create('invoice_payment', { invoice: invoice.id, created, amount_requested: amount, currency, payment, status: 'open' })
  const data = [{ ...item, current_period_start: period.start, current_period_end: period.end }]
  const event = billing_reason === 'subscription_create' ? 'created' : 'updated'
  store.update(subscription, { items: { ...subscription.items, data }, latest_invoice: invoice.id }, `customer.subscription.${event}`)
  return invoice
}

/** Charges the card for the invoice; a first failure makes the subscription past due, a second unpaid, a third ends it. */
function collect(store: Store, invoice: Invoice, succeeds: boolean): void {
  const customer = idOf(invoice.customer)
  const subscription = store.get('subscription', subscriptionOf(invoice))
  const [payment] = paymentsOf(store, invoice.id) as [Stripe.InvoicePayment]
  const intent = store.get('payment_intent', idOf(payment.payment.payment_intent))
  const { id, card } = cardOf(store, customer)
  const at = store.clock(customer)
  const amount = invoice.amount_due
  const sum = { customer, created: at, amount, currency: invoice.currency, payment_intent: intent.id, payment_method: id }
  const charge = store.create('charge', { ...sum, paid: succeeds, captured: succeeds, amount_captured: succeeds ? amount : 0 })
  const { brand, last4, exp_month, exp_year, funding } = card ?? {}
  Object.assign(charge, { payment_method_details: { type: 'card', card: { brand, last4, exp_month, exp_year, funding, network: brand } } })
  const tried = { attempted: true, attempt_count: invoice.attempt_count + 1 }
  if (succeeds) {
    store.update(charge, { receipt_url: `${ORIGIN}/invoice/${invoice.id}` }, 'charge.succeeded')
    const received = { status: 'succeeded', amount_received: amount, last_payment_error: null } as const
    store.update(intent, { ...received, latest_charge: charge.id, payment_method: id }, 'payment_intent.succeeded')
    const paid = { status: 'paid', amount_paid: amount } as const
    store.update(payment, { ...paid, status_transitions: { canceled_at: null, paid_at: at } }, 'invoice_payment.paid')
    const status_transitions = { ...invoice.status_transitions, paid_at: at }
    store.update(invoice, { ...tried, ...paid, amount_remaining: 0, next_payment_attempt: null, status_transitions }, 'invoice.paid')
    if (isLate(subscription)) store.update(subscription, { status: 'active' }, 'customer.subscription.updated')
    return
  }
  store.update(charge, { status: 'failed', failure_code: DECLINED.code, failure_message: DECLINED.message }, 'charge.failed')
  const last_payment_error = { type: 'card_error', ...DECLINED, charge: charge.id } as Stripe.PaymentIntent.LastPaymentError
  store.update(intent, { latest_charge: charge.id, last_payment_error }, 'payment_intent.payment_failed')
  const again = subscription.status === 'active' ? at + RETRY_AFTER : null
  store.update(invoice, { ...tried, auto_advance: again !== null, next_payment_attempt: again }, 'invoice.payment_failed')
  if (subscription.status === 'unpaid') endSubscription(store, subscription, 'payment_failed')
  else store.update(subscription, { status: again ? 'past_due' : 'unpaid' }, 'customer.subscription.updated')
}

/** Cancels now: at the end of a period, after failed payments, or immediately. */
export function endSubscription(store: Store, subscription: Subscription, reason: Reason = 'cancellation_requested'): void {
  const at = store.clock(idOf(subscription.customer))
  const ended = { status: 'canceled', ended_at: at, canceled_at: subscription.canceled_at ?? at } as const
  store.update(subscription, { ...ended, cancellation_details: { ...NO_DETAILS, reason } }, 'customer.subscription.deleted')
}

/**
 * Cancels at the end of the period, or undoes that. In flexible billing Stripe's portal sets the date and leaves the flag, the API does
 * the opposite (https://docs.stripe.com/billing/subscriptions/billing-mode/compare): billing reads both.
 */
export function planEnd(store: Store, subscription: Subscription, plan: Plan): void {
  const willEnd = ends({ ...subscription, ...plan })
  const canceled_at = willEnd ? store.clock(idOf(subscription.customer)) : null
  const cancellation_details = { ...NO_DETAILS, reason: willEnd ? ('cancellation_requested' as const) : null }
  store.update(subscription, { ...plan, canceled_at, cancellation_details }, 'customer.subscription.updated')
}

/** The period is over: the next one begins, or the subscription ends. */
function renew(store: Store, subscription: Subscription, succeeds: boolean): void {
  if (ends(subscription)) endSubscription(store, subscription)
  else if (isLate(subscription)) endSubscription(store, subscription, 'payment_failed')
  else collect(store, startPeriod(store, subscription, 'subscription_cycle'), succeeds)
}

/** Applies the passing of time: periods end, open checkout sessions expire. */
export function applyTime(store: Store): void {
  for (const subscription of store.list('subscription')) {
    while (!isOver(subscription) && periodEnd(subscription) <= store.clock(idOf(subscription.customer))) renew(store, subscription, true)
  }
  for (const session of store.list('checkout.session')) {
    if (session.status === 'open' && session.expires_at <= store.clock()) expireSession(store, session)
  }
}

export const expireSession = (store: Store, session: Stripe.Checkout.Session) =>
  store.update(session, { status: 'expired', url: null }, 'checkout.session.expired')

/** The portal's Next month, and Next month's payment fails; where a payment has failed already, its next try fails. */
export function tryNextMonth(store: Store, subscription: Subscription, succeeds: boolean): void {
  const customer = idOf(subscription.customer)
  const isRetry = !succeeds && isLate(subscription)
  store.advance(customer, isRetry ? Math.min(store.clock(customer) + RETRY_AFTER, periodEnd(subscription) - 1) : periodEnd(subscription))
  if (isRetry) collect(store, store.get('invoice', idOf(subscription.latest_invoice)), false)
  else renew(store, subscription, succeeds)
}

/** The portal's Update card: the new card pays the open invoice. */
export function updateCard(store: Store, customer: string): void {
  const card = changeCard(store, customer)
  for (const subscription of livingOf(store, customer)) {
    store.update(subscription, { default_payment_method: card.id }, 'customer.subscription.updated')
    const invoice = store.get('invoice', idOf(subscription.latest_invoice))
    if (invoice.status === 'open') collect(store, invoice, true)
  }
}

/** @throws StripeError charge_already_refunded, or if the rest is less */
export function refundCharge(store: Store, charge: Stripe.Charge, fields: Partial<Stripe.Refund>): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded
  const { currency, payment_intent } = charge
  const { amount = left } = fields
  if (left === 0) throw new StripeError(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left) throw new StripeError(400, `Refund amount (${amount}) is greater than what is left (${left}).`, { param: 'amount' })
  const created = store.clock(idOf(charge.customer))
  const refund = store.create('refund', { ...fields, charge: charge.id, created, currency, payment_intent, status: 'succeeded', amount })
  const amount_refunded = charge.amount_refunded + amount
  store.update(charge, { amount_refunded, refunded: amount === left }, 'charge.refunded')
  store.emit('refund.created', refund)
  return refund
}
