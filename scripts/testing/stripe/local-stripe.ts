/** For tests: a local Stripe in a folder of its own, the SDK on it, and a receiver of webhooks. */
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { type StripeLocal, startStripeLocal } from '../../stripe-local/start.ts'
import { eventually } from '../wait.ts'
import { stripeClient } from './client.ts'
import { pressButton } from './press.ts'
import type { StripeValidator } from './validator.ts'

export class LocalStripe {
  readonly file = join(mkdtempSync(join(tmpdir(), 'stripe-local-')), 'stripe.json')
  /** Events with a valid signature, in the order of their arrival. */
  readonly events: Stripe.Event[] = []
  readonly problems: string[] = []
  readonly logged: string[] = []
  /** The status that the receiver answers. */
  status = 200
  /** How many milliseconds the clock is ahead. */
  ahead = 0
  sdk = new Stripe('none')
  server: StripeLocal | undefined
  attempts = 0
  readonly #validator: StripeValidator | undefined
  readonly #receiver = createServer(async (request, response) => {
    const signature = String(request.headers['stripe-signature'])
    const body = await text(request)
    this.attempts++
    try {
      const event = Stripe.webhooks.constructEvent(body, signature, this.server?.webhookSecret ?? '', 300, undefined, this.now())
      this.problems.push(...(this.#validator?.event(event) ?? []))
      if (this.status === 200) this.events.push(event)
    } catch (error) {
      this.problems.push(String(error))
    }
    response.writeHead(this.status).end()
  })

  constructor(validator: StripeValidator | undefined) {
    this.#validator = validator
  }

  readonly now = () => Date.now() + this.ahead

  async start(): Promise<StripeLocal> {
    if (!this.#receiver.listening) await once(this.#receiver.listen(0, '127.0.0.1'), 'listening')
    const webhookUrl = `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}/`
    const { file, now } = this
    const options = { publicUrl: 'http://localhost:5000', webhookUrl, now, firstRetryMs: 5 }
    const server = await startStripeLocal({ ...options, file, log: (line) => this.logged.push(line) })
    this.server = server
    this.sdk = stripeClient(server.url, server.secretKey, this.#validator, this.problems)
    return server
  }

  /** Moves the clock. Webhooks that are being sent at that moment would have an old signature. */
  async shift(milliseconds: number): Promise<void> {
    const isQuiet = async () => (await this.sdk.events.list({ limit: 100 })).data.every(({ pending_webhooks }) => pending_webhooks === 0)
    await eventually('no webhook on its way', isQuiet)
    this.ahead += milliseconds
  }

  async restart(): Promise<void> {
    await this.server?.stop()
    await this.start()
  }

  async stop(): Promise<void> {
    await this.server?.stop()
    this.#receiver.close().closeAllConnections()
  }

  readonly press = pressButton

  async openCheckout(): Promise<Stripe.Checkout.Session & { readonly url: string }> {
    const customer = await this.sdk.customers.create({ email: 'ada@example.org', name: 'Ada', metadata: { userId: '7' } })
    return this.checkoutOf(customer.id)
  }

  async checkoutOf(customer: string): Promise<Stripe.Checkout.Session & { readonly url: string }> {
    const session = await this.sdk.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: '7',
      line_items: [{ price: this.server?.priceId ?? '', quantity: 1 }],
      success_url: 'http://localhost:5000/subscription?success=true&session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:5000/subscription?canceled=true',
    })
    return { ...session, url: session.url ?? '' }
  }

  /** A customer who has paid, and the portal's page. */
  async subscribe(): Promise<{ customer: string; id: string; portal: string }> {
    const { url, id, customer } = await this.openCheckout()
    await this.press(url, 'pay')
    const { subscription } = await this.sdk.checkout.sessions.retrieve(id)
    const portal = await this.sdk.billingPortal.sessions.create({
      customer: String(customer),
      return_url: 'http://localhost:5000/subscription',
    })
    return { customer: String(customer), id: String(subscription), portal: portal.url }
  }

  readonly types = () => this.events.map(({ type }) => type)
}
