/** Stripe through its own SDK. The API version is the SDK's, which a test compares with Stripe's published description. */
import StripeSdk from 'stripe'
import { AppError } from '#kit/app-error.ts'
import { InvoiceStatus, SubscriptionStatus } from '#proto/entities.ts'
import type { CustomerState, PaidSubscription, Payment, Stripe } from './stripe.ts'

export type StripeOptions = {
  readonly secretKey: string
  /** Of the local Stripe; Stripe's own by default. */
  readonly apiUrl: string | undefined
  readonly priceId: string
  readonly publicUrl: string
}

/** Stripe answers within a second or two; a request waits for it no longer than this. */
const TIMEOUT_MS = 10_000
/** A customer cannot write metadata. */
const SECOND = { second: 'true' } as const
const isSecond = ({ metadata }: StripeSdk.Subscription) => metadata.second === SECOND.second
/** The most of a customer's objects that are kept: eight years of months. */
const MOST = 100

export function createStripe({ secretKey, apiUrl, priceId, publicUrl }: StripeOptions): Stripe {
  const sdk = new StripeSdk(secretKey, { ...at(apiUrl), timeout: TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false })
  const premiumProduct = createPremiumProduct(sdk, priceId)
  const page = (query: string) => new URL(`/subscription${query}`, publicUrl).href
  return {
    createCustomer: async ({ userId, email, name }, key) => {
      const fields = { email, name, metadata: { userId: String(userId) } }
      return (await asked(() => sdk.customers.create(fields, { idempotencyKey: key }))).id
    },
    changeEmail: async (customerId, email) => void (await asked(() => sdk.customers.update(customerId, { email }))),
    customer: async (customerId) => {
      // Read first: a price that is missing says nothing about the customer.
      const premium = await premiumProduct()
      return unlessMissing(['id', 'customer'], () => fetchState(sdk, customerId, premium, apiUrl && new URL(apiUrl).host))
    },
    openCheckout: async ({ userId, customerId }, key) => {
      const session = await unlessMissing(['customer'], () =>
        sdk.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: String(userId),
            line_items: [{ price: priceId, quantity: 1 }],
            success_url: page('?success=true'),
            cancel_url: page('?canceled=true'),
          },
          { idempotencyKey: key },
        ),
      )
      if (!session) return undefined
      const { id, url } = session
      if (!url) throw new AppError('unavailable')
      return { id, url }
    },
    expireCheckout: async (sessionId) => void (await unlessOver(() => sdk.checkout.sessions.expire(sessionId))),
    openPortal: async (customerId) =>
      (await asked(() => sdk.billingPortal.sessions.create({ customer: customerId, return_url: page('') }))).url,
    cancelAtPeriodEnd: async (subscriptionId, cancels) => {
      const change = cancels ? { cancel_at_period_end: true } : await withoutEnd(sdk, subscriptionId)
      await unlessOver(() => sdk.subscriptions.update(subscriptionId, change))
    },
    cancelNow: async (subscriptionId) => void (await unlessOver(() => sdk.subscriptions.cancel(subscriptionId))),
    markSecond: async (subscriptionId) => void (await unlessOver(() => sdk.subscriptions.update(subscriptionId, { metadata: SECOND }))),
    refund: (subscriptionId) => refundNewest(sdk, subscriptionId),
    price: async () => {
      const { unit_amount, currency, recurring, active } = await asked(() => sdk.prices.retrieve(priceId))
      return { amount: unit_amount ?? 0, currency, interval: recurring?.interval ?? null, active }
    },
  }
}

function at(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port } : {}) } as const
}

/** @throws AppError unavailable where Stripe does not answer or is busy; else Stripe's own error, which is a bug of ours */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const busy = error instanceof StripeSdk.errors.StripeRateLimitError || error instanceof StripeSdk.errors.StripeAPIError
    if (busy || error instanceof StripeSdk.errors.StripeConnectionError) throw new AppError('unavailable')
    throw error
  }
}

/** @param params as the SDK names them, `id` for the path @returns undefined where Stripe has no such object */
async function unlessMissing<T>(params: readonly string[], ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await asked(ask)
  } catch (error) {
    const isMissing = error instanceof StripeSdk.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    if (isMissing && params.includes(error.param ?? '')) return undefined
    throw error
  }
}

/** A session or subscription that is over cannot be ended again (400), or is gone (404). */
async function unlessOver<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await asked(ask)
  } catch (error) {
    if (error instanceof StripeSdk.errors.StripeInvalidRequestError) return undefined
    throw error
  }
}

/** Stripe's portal may plan the end by its date and leave the flag; the API plans it by the flag. */
async function withoutEnd(sdk: StripeSdk, subscriptionId: string): Promise<StripeSdk.SubscriptionUpdateParams> {
  const { cancel_at_period_end, cancel_at } = await asked(() => sdk.subscriptions.retrieve(subscriptionId))
  return cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: false }
}

/**
 * Premium is sold as the product of the configured price, so that payers of its former prices keep it. A price's product never changes.
 * @returns a function that reads it once, and again after a failure
 */
function createPremiumProduct(sdk: StripeSdk, priceId: string): () => Promise<string> {
  let known: string | undefined
  return async () => {
    known ??= idOf((await asked(() => sdk.prices.retrieve(priceId))).product) ?? ''
    return known
  }
}

/** @throws StripeInvalidRequestError resource_missing */
async function fetchState(sdk: StripeSdk, customerId: string, premium: string, host: string | undefined): Promise<CustomerState> {
  const customer = await asked(() => sdk.customers.retrieve(customerId))
  if (customer.deleted) return { userId: null, subscriptions: [], payments: [], refundsDue: [] }
  const [subscriptions, invoices, charges] = await Promise.all([
    asked(() => sdk.subscriptions.list({ customer: customerId, status: 'all', limit: MOST })),
    asked(() => sdk.invoices.list({ customer: customerId, limit: MOST, expand: ['data.payments'] })),
    asked(() => sdk.charges.list({ customer: customerId, limit: MOST })),
  ])
  // A payment that was retried has several charges, newest first.
  const chargesOf = Map.groupBy(charges.data, ({ payment_intent }) => idOf(payment_intent))
  const isOwed = ({ id }: StripeSdk.Subscription) => {
    const newest = invoices.data.find((invoice) => invoice.status === 'paid' && subscriptionOf(invoice) === id)
    const charged = chargesOf.get(newest && intentOf(newest)) ?? []
    return charged.some(({ paid }) => paid) && charged.every(({ amount_refunded, disputed }) => amount_refunded === 0 && !disputed)
  }
  return {
    userId: Number(customer.metadata.userId) || null,
    subscriptions: subscriptions.data.map((one) => toSubscription(one, premium)),
    payments: invoices.data.flatMap((invoice) => toPayment(invoice, chargesOf, host)),
    refundsDue: subscriptions.data.filter((one) => one.status === 'canceled' && isSecond(one) && isOwed(one)).map(({ id }) => id),
  }
}

const idOf = (object: string | { readonly id: string } | null | undefined) => (typeof object === 'string' ? object : object?.id)
const subscriptionOf = ({ parent }: StripeSdk.Invoice) => idOf(parent?.subscription_details?.subscription)
const intentOf = ({ payments }: StripeSdk.Invoice) => idOf(payments?.data[0]?.payment.payment_intent)
const time = (seconds: number) => new Date(seconds * 1000)

function toSubscription(subscription: StripeSdk.Subscription, premium: string): PaidSubscription {
  const { id, status, items, cancel_at_period_end, cancel_at, created } = subscription
  const [item] = items.data
  return {
    id,
    status: SubscriptionStatus.catch('unknown').parse(status),
    paysPremium: items.data.some(({ price }) => idOf(price.product) === premium),
    currentPeriodStart: time(item?.current_period_start ?? created),
    currentPeriodEnd: time(item?.current_period_end ?? created),
    // Stripe's portal may set the date instead of the flag.
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    createdAt: time(created),
    isSecond: isSecond(subscription),
  }
}

/** The page that a browser is redirected to: at Stripe over https, or at the local one. */
function isPageOf(url: string, local: string | undefined): boolean {
  const { protocol, hostname, host } = new URL(url)
  return local === undefined ? protocol === 'https:' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com')) : host === local
}

/** Drafts and invoices over zero are no payments. */
function toPayment(
  invoice: StripeSdk.Invoice,
  chargesOf: ReadonlyMap<string | undefined, readonly StripeSdk.Charge[]>,
  host: string | undefined,
): Payment[] {
  const { id, status, total, currency, created, hosted_invoice_url } = invoice
  if (!id || !status || status === 'draft' || total === 0) return []
  const intent = intentOf(invoice)
  const charged = (intent && chargesOf.get(intent)) || []
  const [charge] = charged
  const pageOf = (url: string | null | undefined) => (url && isPageOf(url, host) ? url : null)
  return [
    {
      id: intent ?? id,
      invoiceId: id,
      amount: total,
      currency,
      status: InvoiceStatus.catch('unknown').parse(status),
      refunded: charged.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
      paymentMethod: charge?.payment_method_details?.type ?? null,
      last4: charge?.payment_method_details?.card?.last4 ?? null,
      receiptUrl: pageOf(charge?.receipt_url),
      createdAt: time(created),
      invoiceUrl: pageOf(hosted_invoice_url),
    },
  ]
}

async function refundNewest(sdk: StripeSdk, subscriptionId: string): Promise<void> {
  const invoices = await asked(() =>
    sdk.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 1, expand: ['data.payments'] }),
  )
  const [newest] = invoices.data
  const intent = newest && intentOf(newest)
  if (!intent) return
  const once = { idempotencyKey: `refund-${subscriptionId}` }
  await unlessOver(() => sdk.refunds.create({ payment_intent: intent }, once))
}
