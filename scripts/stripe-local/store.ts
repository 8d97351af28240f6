/** The data of the local Stripe: its keys, its objects, answers by idempotency key and webhooks to deliver, in one JSON file. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { StartError } from '../servers/server.ts'

type Catalogue = { customer: Stripe.Customer; payment_method: Stripe.PaymentMethod; price: Stripe.Price; product: Stripe.Product }
type Sessions = { 'billing_portal.session': Stripe.BillingPortal.Session; 'checkout.session': Stripe.Checkout.Session }
type Subscriptions = { subscription: Stripe.Subscription; subscription_item: Stripe.SubscriptionItem; event: Stripe.Event }
type Invoices = { invoice: Stripe.Invoice; line_item: Stripe.InvoiceLineItem; invoice_payment: Stripe.InvoicePayment }
type Payments = { payment_intent: Stripe.PaymentIntent; charge: Stripe.Charge; refund: Stripe.Refund }
/** By the name that Stripe gives each in `object`. */
export type Kinds = Catalogue & Sessions & Subscriptions & Invoices & Payments
export type Kind = keyof Kinds
type Kept = Kinds[Kind]
type State = {
  readonly version: 1
  readonly secretKey: string
  readonly webhookSecret: string
  priceId: string
  port: number
  /** Oldest first. */
  readonly objects: Record<string, Kept>
  /** By customer: milliseconds that Next month has moved its clock. */
  readonly ahead: Record<string, number>
  readonly answers: Record<string, { readonly request: string; readonly body: unknown; readonly at: number }>
  readonly deliveries: Record<string, { readonly attempts: number; readonly at: number }>
}

const [KEPT_EVENTS, SAVED_AT] = [1_000, 100]
const KEPT_ANSWERS_MS = 24 * 3_600_000
const skeletons = JSON.parse(readFileSync(join(import.meta.dirname, 'skeletons.json'), 'utf8'))
export const API_VERSION: string = skeletons.apiVersion
const randomId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** A refused request, in the shape of Stripe's errors. */
export class StripeError extends Error {
  readonly status: number
  readonly body: { readonly error: Readonly<Record<string, string>> }

  constructor(status: number, message: string, more: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', message, ...more } }
  }
}

export const missing = (kind: Kind, id: string, param = 'id') =>
  new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

export class Store {
  readonly state: State
  readonly #file: string
  readonly #now: () => number
  #changes = SAVED_AT

  /** @throws StartError if the file is damaged: new keys would not fit what billing has stored */
  constructor(file: string, now: () => number) {
    this.#file = file
    this.#now = now
    this.state = existsSync(file) ? read(file) : newState()
    if (this.state.priceId === '') this.#createPrice()
  }

  #createPrice(): void {
    const product = this.create('product', { name: 'Premium', updated: this.clock() }).id
    const price = this.create('price', { product, unit_amount: 999, lookup_key: 'premium_monthly', tax_behavior: 'unspecified' })
    const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null }
    Object.assign(price, { unit_amount_decimal: '999', recurring })
    this.state.priceId = price.id
  }

  /** Seconds, as Stripe counts; a customer's clock is ahead by its months that were tried out. */
  clock(customer = ''): number {
    return Math.floor((this.#now() + (this.state.ahead[customer] ?? 0)) / 1000)
  }

  /** Moves the clock of a customer forward to the given second. */
  advance(customer: string, to: number): void {
    this.state.ahead[customer] = Math.max(to * 1000 - this.#now(), this.state.ahead[customer] ?? 0)
  }

  /** Newest first, as Stripe lists. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return Object.values(this.state.objects)
      .filter((object): object is Kinds[K] => object.object === kind)
      .reverse()
  }

  /** @throws StripeError resource_missing */
  get<K extends Kind>(kind: K, id: string, param = 'id'): Kinds[K] {
    const found = Object.hasOwn(this.state.objects, id) ? this.state.objects[id] : undefined
    if (found?.object !== kind) throw missing(kind, id, param)
    return found as Kinds[K]
  }

  /** An object that is not stored separately: part of another. */
  make<K extends Kind>(kind: K, fields: Partial<Kinds[K]>): Kinds[K] {
    const created = kind === 'line_item' ? {} : { created: this.clock() }
    return { id: randomId(skeletons.prefixes[kind]), ...structuredClone(skeletons.objects[kind]), ...created, ...fields }
  }

  create<K extends Kind>(kind: K, fields: Partial<Kinds[K]>): Kinds[K] {
    const object = this.make(kind, fields)
    this.state.objects[object.id] = object
    this.#changes = SAVED_AT
    return object
  }

  /** Changes the object and makes the event; `….updated` contains the previous values. */
  update<T extends Kept>(object: T, fields: Partial<T>, event?: string): void {
    const changes = Object.entries(fields).filter(([name, value]) => JSON.stringify(object[name as keyof T]) !== JSON.stringify(value))
    const previous = structuredClone(Object.fromEntries(changes.map(([name]) => [name, object[name as keyof T]])))
    Object.assign(object, fields)
    this.#changes = SAVED_AT
    if (event) this.emit(event, object, event.endsWith('.updated') ? previous : undefined)
  }

  /** Makes an event with the object as it is now, and puts it in the queue of webhooks. */
  emit(type: string, object: Kept, previous?: object): void {
    const data = { object: structuredClone(object), ...(previous && { previous_attributes: previous }) }
    const fields = { type, data, api_version: API_VERSION, pending_webhooks: 1, request: { id: null, idempotency_key: null } }
    const event = this.create('event', fields as Partial<Stripe.Event>)
    this.state.deliveries[event.id] = { attempts: 0, at: this.#now() }
  }

  /** @param again when to try again; undefined once it is delivered or given up */
  delivered(event: Stripe.Event, again?: { readonly attempts: number; readonly at: number }): void {
    if (again) this.state.deliveries[event.id] = again
    else delete this.state.deliveries[event.id]
    event.pending_webhooks = again ? 1 : 0
    this.#changes += 1
  }

  keepAnswer(key: string, request: string, body: unknown): void {
    this.state.answers[key] = { request, body, at: this.#now() }
    this.#changes = SAVED_AT
  }

  /** Writes the file, whole or not at all, after a change or a hundred deliveries, of which a crash repeats the last. Old things go. */
  save(isLast = false): void {
    if (this.#changes < (isLast ? 1 : SAVED_AT)) return
    const { answers, deliveries, objects } = this.state
    for (const [key, { at }] of Object.entries(answers)) if (at < this.#now() - KEPT_ANSWERS_MS) delete answers[key]
    for (const { id } of this.list('event').slice(KEPT_EVENTS)) if (!deliveries[id]) delete objects[id]
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.state, undefined, 1), { mode: 0o600, flush: true })
    renameSync(`${this.#file}.new`, this.#file)
    this.#changes = 0
  }
}

const newState = (): State => ({
  ...{ version: 1, secretKey: randomId('sk_test'), webhookSecret: randomId('whsec'), priceId: '', port: 0 },
  ...{ objects: {}, ahead: {}, answers: {}, deliveries: {} },
})

function read(file: string): State {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8'))
    if (state.version === 1) return state
  } catch {}
  throw new StartError(`${file} is damaged or of another version: restore it from a copy, or delete it and every local subscription.`)
}
