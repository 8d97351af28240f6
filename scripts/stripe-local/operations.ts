/** The operations that billing uses, and no others. An unknown parameter is refused, never ignored. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { type Kind, type Kinds, missing, type Store, StripeError } from './store.ts'
import { endSubscription, expireSession, idOf, isOver, ORIGIN, planEnd, refundCharge, subscriptionOf } from './subscriptions.ts'

type Params = Readonly<Record<string, unknown>>
type Run = (call: { readonly store: Store; readonly path: string; readonly id: string; readonly params: Params }) => object

const text = z.string().min(1).max(5_000)
const count = z.string().regex(/^\d+$/, 'an integer is needed').transform(Number)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const unset = z.literal('').transform(() => null)
const url = z.url({ protocol: /^https?$/ })
const metadata = z.record(z.string().max(40), z.string().max(500))
const Nothing = z.strictObject({})
const Page = { limit: count.pipe(z.number().min(1).max(100)).default(10), starting_after: text.optional() }
const Customer = z.strictObject({ email: text.max(512).or(unset), name: text.max(256).or(unset), metadata }).partial()
const Plan = z.strictObject({ cancel_at_period_end: flag, cancel_at: unset, metadata }).partial()
const Refund = z.strictObject({ charge: text, payment_intent: text, amount: count.pipe(z.number().min(1)), reason: text }).partial()
const CheckoutSession = z.strictObject({
  mode: z.literal('subscription'),
  line_items: z.array(z.strictObject({ price: text, quantity: z.literal('1') })).length(1),
  ...{ customer: text, client_reference_id: text.max(200).optional(), success_url: url, cancel_url: url.optional() },
})

/** @throws StripeError as Stripe's for the first parameter that is wrong */
function parse<T extends z.ZodType>(schema: T, params: Params): z.infer<T> {
  const { data, error } = schema.safeParse(params)
  const issue = error?.issues[0]
  if (!issue) return data as z.infer<T>
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const param = [...issue.path, ...unknown].map((name, index) => (index ? `[${String(name)}]` : String(name))).join('')
  const isMissing = issue.path.reduce<unknown>((at, key) => Object(at)[key], params) === undefined
  if (unknown.length)
    throw new StripeError(400, `Received unknown parameter: ${param} (not emulated)`, { code: 'parameter_unknown', param })
  if (isMissing) throw new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })
  throw new StripeError(400, `Invalid ${param}: ${issue.message}`, { param })
}

const retrieve =
  (kind: Kind): Run =>
  ({ store, id, params }) => ({ ...store.get(kind, id), ...parse(Nothing, params) })

type Filters<T> = Readonly<Record<string, (object: T, value: unknown) => boolean>>
/** @param filters by parameter: whether an object matches its value */
function list<K extends Kind>(kind: K, filters: Filters<Kinds[K]>, defaults: Params = {}): Run {
  const schema = z.strictObject({ ...Object.fromEntries(Object.keys(filters).map((name) => [name, z.unknown().optional()])), ...Page })
  return ({ store, path, params }) => {
    const { limit, starting_after, ...given } = parse(schema, { ...defaults, ...params })
    const all = store.list(kind)
    const from = starting_after ? all.indexOf(store.get(kind, starting_after, 'starting_after')) + 1 : 0
    const found = all.slice(from).filter((object) => Object.entries(given).every(([name, value]) => filters[name]?.(object, value)))
    return { object: 'list', url: path, has_more: found.length > limit, data: found.slice(0, limit) }
  }
}
const equal = (name: string) => (object: object, value: unknown) => String(Object(object)[name]) === value
const isOneOf = (text: string | null, values: unknown) => Object.values(Object(values)).includes(text)

const createCustomer: Run = ({ store, params }) => {
  const customer = store.create('customer', { delinquent: false, tax_exempt: 'none', ...parse(Customer, params) })
  store.update(customer, { invoice_prefix: customer.id.slice(-8).toUpperCase() }, 'customer.created')
  return customer
}

const updateCustomer: Run = ({ store, id, params }) => {
  const customer = store.get('customer', id)
  const { metadata: given, ...fields } = parse(Customer, params)
  const merged = Object.entries({ ...customer.metadata, ...given }).filter(([, value]) => value !== '')
  store.update(customer, { ...fields, metadata: Object.fromEntries(merged) }, 'customer.updated')
  return customer
}

const createCheckoutSession: Run = ({ store, params }) => {
  const { line_items, ...fields } = parse(CheckoutSession, params)
  store.get('customer', fields.customer, 'customer')
  const { currency, unit_amount } = store.get('price', line_items[0]?.price ?? '', 'line_items[0][price]')
  const open = { status: 'open', ui_mode: 'hosted_page', metadata: {}, expires_at: store.clock() + 86_400 } as const
  const session = store.create('checkout.session', {
    ...fields,
    ...open,
    currency,
    amount_subtotal: unit_amount,
    amount_total: unit_amount,
  })
  store.update(session, { url: `${ORIGIN}/checkout/${session.id}` })
  return session
}

const expireCheckoutSession: Run = ({ store, id, params }) => {
  parse(Nothing, params)
  const session = store.get('checkout.session', id)
  if (session.status !== 'open') throw new StripeError(400, `Only open Checkout Sessions can be expired, this one is ${session.status}.`)
  expireSession(store, session)
  return session
}

const createPortalSession: Run = ({ store, params }) => {
  const fields = parse(z.strictObject({ customer: text, return_url: url.optional() }), params)
  store.get('customer', fields.customer, 'customer')
  const session = store.create('billing_portal.session', { ...fields, configuration: 'bpc_local' })
  store.update(session, { url: `${ORIGIN}/portal/${session.id}` })
  return session
}

const updateSubscription: Run = ({ store, id, params }) => {
  const subscription = store.get('subscription', id)
  const plan = parse(Plan, params)
  if (isOver(subscription)) throw new StripeError(400, 'A canceled subscription can only update its cancellation_details and metadata.')
  if (Object.keys(plan).length) planEnd(store, subscription, plan)
  return subscription
}

const cancelSubscription: Run = ({ store, id, params }) => {
  parse(Nothing, params)
  const subscription = store.get('subscription', id)
  if (isOver(subscription)) throw missing('subscription', id)
  endSubscription(store, subscription)
  return subscription
}

/** Without a status, Stripe lists those that are not over. */
const ofStatus = (one: Stripe.Subscription, value: unknown) => [one.status, 'all'].includes(String(value)) || (value === '' && !isOver(one))

const createRefund: Run = ({ store, params }) => {
  const { charge, payment_intent, amount, reason } = parse(Refund, params)
  const paid = charge ?? (payment_intent && idOf(store.get('payment_intent', payment_intent, 'payment_intent').latest_charge))
  if (!paid) throw new StripeError(400, 'One of the following params should be provided for this request: payment_intent or charge.')
  return refundCharge(store, store.get('charge', paid, 'charge'), { amount, reason: reason ?? null, metadata: {} })
}

const [customer, status, payment_intent] = [equal('customer'), equal('status'), equal('payment_intent')]
export const operations: Readonly<Record<string, Run>> = {
  'GET /v1/prices/:id': retrieve('price'),
  'GET /v1/prices': list('price', { active: equal('active'), lookup_keys: ({ lookup_key }, keys) => isOneOf(lookup_key, keys) }),
  'POST /v1/customers': createCustomer,
  'GET /v1/customers/:id': retrieve('customer'),
  'POST /v1/customers/:id': updateCustomer,
  'POST /v1/checkout/sessions': createCheckoutSession,
  'GET /v1/checkout/sessions/:id': retrieve('checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': expireCheckoutSession,
  'GET /v1/checkout/sessions': list('checkout.session', { customer, status }),
  'POST /v1/billing_portal/sessions': createPortalSession,
  'GET /v1/subscriptions/:id': retrieve('subscription'),
  'POST /v1/subscriptions/:id': updateSubscription,
  'DELETE /v1/subscriptions/:id': cancelSubscription,
  'GET /v1/subscriptions': list('subscription', { customer, status: ofStatus }, { status: '' }),
  'GET /v1/invoices/:id': retrieve('invoice'),
  'GET /v1/invoices': list('invoice', { customer, status, subscription: (invoice, id) => subscriptionOf(invoice) === id }),
  'GET /v1/payment_intents/:id': retrieve('payment_intent'),
  'GET /v1/charges/:id': retrieve('charge'),
  'GET /v1/charges': list('charge', { customer, payment_intent }),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds/:id': retrieve('refund'),
  'GET /v1/events/:id': retrieve('event'),
  'GET /v1/events': list('event', { type: equal('type'), types: ({ type }, types) => isOneOf(type, types) }),
}
