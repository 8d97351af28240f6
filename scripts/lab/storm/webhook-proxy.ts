/**
 * Stands between the local Stripe and the gateway: events arrive in another order, late, several times or not at all, among forged ones
 * and ones whose signature is too old.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type Agent, request } from 'undici'
import { agentFrom } from '#scripts/testing/http-client.ts'
import { nextAddress } from '#scripts/testing/people.ts'
import { signature } from '#scripts/testing/stripe/signature.ts'

/** The share of events. Only every second customer's are dropped, so that the others must be equal without a reconciliation. */
const SHARE = { dropped: 0.1, doubled: 0.3, late: 0.05, forged: 0.1, aged: 0.1 } as const
const DELAY_MS = 700
const LATE_MS = 3_000
const RETRY_MS = 100
const TOLERANCE_MS = 300_000
/** How many forged events one address sends; after 20 a minute they would be refused unread. */
const FORGED_PER_ADDRESS = 15

type StripeEvent = {
  readonly id: string
  readonly data: { readonly object: { readonly object: string; readonly id: string; readonly customer?: string | null } }
}
export type WebhookProxyOptions = {
  /** Numbers from 0 to 1. */
  readonly draw: () => number
  readonly to: () => string
  readonly secret: () => string
}

const customerOf = ({ data: { object } }: StripeEvent) => (object.object === 'customer' ? object.id : (object.customer ?? undefined))

export class WebhookProxy {
  readonly url: string
  readonly #server: Server
  readonly #options: WebhookProxyOptions
  /** Forwards everything immediately, and adds nothing. */
  calm = false
  /** Events of the local Stripe. */
  received = 0
  sent = 0
  forged = 0
  aged = 0
  /** How many deliveries of the local Stripe's events failed, by status; 0 for no answer. */
  refused: Record<number, number> = {}
  /** How many answers forged and aged events got, by status. */
  answers: Record<number, number> = {}
  /** The ids of events, each with its customer, by what happened to them. */
  readonly delivered = new Map<string, string | undefined>()
  readonly dropped = new Map<string, string | undefined>()
  #slowest = 0
  #waiting = 0
  /** The agents that send forged events, each from its own address. */
  readonly #forgers: Agent[] = []

  private constructor(server: Server, options: WebhookProxyOptions) {
    this.#server = server
    this.#options = options
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  static async create(options: WebhookProxyOptions): Promise<WebhookProxy> {
    const server = createServer(async (incoming, response) => {
      const body = await text(incoming)
      response.end()
      proxy.#take(body, String(incoming.headers['stripe-signature']))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const proxy = new WebhookProxy(server, options)
    return proxy
  }

  /** Clears the counts for the next storm. */
  begin(): void {
    this.calm = false
    this.received = 0
    this.sent = 0
    this.forged = 0
    this.aged = 0
    this.refused = {}
    this.answers = {}
    this.delivered.clear()
    this.dropped.clear()
    this.#slowest = 0
  }

  get figures() {
    const { received, sent, forged, aged, dropped } = this
    const [answers, refused] = [JSON.stringify(this.answers), JSON.stringify(this.refused)]
    return { received, sent, dropped: dropped.size, forged, aged, answers, refused, 'slowest answer, ms': Math.round(this.#slowest) }
  }

  /** Whether no event is being delivered. */
  get idle(): boolean {
    return this.#waiting === 0
  }

  async close(): Promise<void> {
    this.#server.close().closeAllConnections()
    await Promise.all(this.#forgers.map((agent) => agent.destroy()))
  }

  #take(body: string, signed: string): void {
    this.received += 1
    const { draw, secret } = this.#options
    const event = JSON.parse(body) as StripeEvent
    const customer = customerOf(event)
    if (this.calm) {
      this.#later(0, () => this.#deliver(event.id, customer, body, signed))
      return
    }
    if (draw() < SHARE.forged) this.#forge(`evt_forged_${++this.forged}`, event, (text) => signature(text, 'whsec_other', Date.now()))
    if (draw() < SHARE.aged)
      this.#forge(`evt_aged_${++this.aged}`, event, (text) =>
        signature(text, secret(), Date.now() - TOLERANCE_MS - 2_000 - draw() * 86_400_000),
      )
    if (/[0-7]$/.test(customer ?? '') && draw() < SHARE.dropped) {
      this.dropped.set(event.id, customer)
      return
    }
    const copies = draw() < SHARE.doubled ? 2 + Math.floor(draw() * 2) : 1
    for (let copy = 0; copy < copies; copy += 1)
      this.#later(draw() * (draw() < SHARE.late ? LATE_MS : DELAY_MS), () => this.#deliver(event.id, customer, body, signed))
  }

  #later(milliseconds: number, send: () => Promise<void>): void {
    this.#waiting += 1
    void pause(milliseconds)
      .then(send)
      .finally(() => {
        this.#waiting -= 1
      })
  }

  /** Repeats an event until it is accepted, as Stripe does. */
  async #deliver(id: string, customer: string | undefined, body: string, signed: string): Promise<void> {
    for (;;) {
      const began = performance.now()
      const status = await this.#post(body, signed)
      this.sent += 1
      this.#slowest = Math.max(this.#slowest, performance.now() - began)
      if (status === 200) return void this.delivered.set(id, customer)
      this.refused[status] = (this.refused[status] ?? 0) + 1
      await pause(RETRY_MS)
    }
  }

  #forge(id: string, event: StripeEvent, sign: (body: string) => string): void {
    const object = { ...event.data.object, status: this.#options.draw() < 0.5 ? 'active' : 'canceled' }
    const body = JSON.stringify({ ...event, id, data: { object } })
    const number = Math.floor((this.forged + this.aged) / FORGED_PER_ADDRESS)
    const forger = this.#forgers[number] ?? agentFrom(nextAddress(), 1)
    this.#forgers[number] = forger
    this.#later(this.#options.draw() * DELAY_MS, async () => {
      const status = await this.#post(body, sign(body), forger)
      this.answers[status] = (this.answers[status] ?? 0) + 1
    })
  }

  /** @returns the status, 0 without an answer */
  #post(body: string, signed: string, dispatcher?: Agent): Promise<number> {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signed }
    return request(this.#options.to(), { method: 'POST', headers, body, ...(dispatcher ? { dispatcher } : {}) }).then(
      ({ statusCode, body: answer }) => answer.dump().then(() => statusCode),
      () => 0,
    )
  }
}
