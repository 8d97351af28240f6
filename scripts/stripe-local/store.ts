/** What the local Stripe keeps: its keys, its objects, answers by idempotency key and webhooks to deliver, in one JSON file. */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { StartError } from '../servers/server.ts'
import { StripeError } from './protocol.ts'

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
  /** Oldest first. */
  readonly objects: Record<string, Kept>
  /** By customer: milliseconds that Next month has moved its clock. */
  readonly ahead: Record<string, number>
  readonly answers: Record<string, { readonly request: string; readonly body: unknown; readonly at: number }>
  /** By event. */
  readonly deliveries: Record<string, { readonly attempts: number; readonly at: number }>
}

const KEPT_EVENTS = 1_000
const KEPT_ANSWERS_MS = 24 * 3_600_000

const skeletons = JSON.parse(readFileSync(join(import.meta.dirname, 'skeletons.json'), 'utf8'))
export const API_VERSION: string = skeletons.apiVersion

const randomId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export const missing = (kind: Kind, id: string, param = 'id') =>
  new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

export class Store {
  readonly state: State
  readonly #file: string
  readonly #now: () => number
  #changed = true

  private constructor(file: string, now: () => number, state: State) {
    this.#file = file
    this.#now = now
    this.state = state
  }

  /** @throws StartError if the file is damaged: new keys would not fit what billing has stored */
  static open(file: string, now: () => number): Store {
    const store = new Store(file, now, existsSync(file) ? read(file) : newState())
    if (store.state.priceId === '') store.#createPrice()
    store.save()
    return store
  }

  #createPrice(): void {
    const product = this.create('product', { name: 'Premium', updated: this.clock() })
    const price = this.create('price', {
      product: product.id,
      unit_amount: 999,
      lookup_key: 'premium_monthly',
      tax_behavior: 'unspecified',
    })
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
    const all = Object.values(this.state.objects).filter((object) => object.object === kind) as Kinds[K][]
    return all.reverse()
  }

  /** @throws StripeError resource_missing */
  get<K extends Kind>(kind: K, id: string, param = 'id'): Kinds[K] {
    const found = Object.hasOwn(this.state.objects, id) ? this.state.objects[id] : undefined
    if (found?.object !== kind) throw missing(kind, id, param)
    return found as Kinds[K]
  }

  /** An object that is not kept by itself: part of another. */
  make<K extends Kind>(kind: K, fields: Partial<Kinds[K]>): Kinds[K] {
    const created = kind === 'line_item' ? {} : { created: this.clock() }
    return { id: randomId(skeletons.prefixes[kind]), ...structuredClone(skeletons.objects[kind]), ...created, ...fields }
  }

  create<K extends Kind>(kind: K, fields: Partial<Kinds[K]>): Kinds[K] {
    const object = this.make(kind, fields)
    this.state.objects[object.id] = object
    this.#changed = true
    return object
  }

  /** Changes the object and makes the event; `….updated` says what was there before. */
  update<T extends Kept>(object: T, fields: Partial<T>, event?: string): void {
    const before = Object.keys(fields).filter((name) => JSON.stringify(object[name as keyof T]) !== JSON.stringify(fields[name as keyof T]))
    const previous = structuredClone(Object.fromEntries(before.map((name) => [name, object[name as keyof T]])))
    Object.assign(object, fields)
    this.#changed = true
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
    this.#changed = true
  }

  keepAnswer(key: string, answer: { readonly request: string; readonly body: unknown }): void {
    this.state.answers[key] = { ...answer, at: this.#now() }
    this.#changed = true
  }

  /** Writes the file if something has changed: completely or, where it is interrupted, not at all. */
  save(): void {
    if (!this.#changed) return
    this.#prune()
    const descriptor = openSync(`${this.#file}.new`, 'w', 0o600)
    try {
      writeFileSync(descriptor, JSON.stringify(this.state, undefined, 1))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(`${this.#file}.new`, this.#file)
    this.#changed = false
  }

  #prune(): void {
    const { answers, deliveries, objects } = this.state
    for (const [key, { at }] of Object.entries(answers)) if (at < this.#now() - KEPT_ANSWERS_MS) delete answers[key]
    for (const { id } of this.list('event').slice(KEPT_EVENTS)) if (!deliveries[id]) delete objects[id]
  }
}

function newState(): State {
  const keys = { secretKey: randomId('sk_test'), webhookSecret: randomId('whsec'), priceId: '' }
  return { version: 1, ...keys, objects: {}, ahead: {}, answers: {}, deliveries: {} }
}

function read(file: string): State {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8'))
    if (state.version === 1) return state
  } catch {}
  throw new StartError(`${file} is damaged or of another version: restore it from a copy, or delete it and every local subscription.`)
}
