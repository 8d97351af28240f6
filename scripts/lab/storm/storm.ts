/**
 * Many parallel payers on one product, whose events of Stripe arrive in any order, late, several times or not at all, among forged and aged
 * ones, while billing is killed at random points. Afterwards every commit of billing is judged, and its rows are compared with Stripe's.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { sdkOf } from '#scripts/testing/stripe/client.ts'
import { type ComparedProxy, startComparedProxy } from '#scripts/testing/stripe/compared-proxy.ts'
import { eventually, inTime } from '#scripts/testing/wait.ts'
import { historyOf, keepHistory } from './history.ts'
import { difference, differentCopies, faultsOfHistory, faultsOfUser } from './judge.ts'
import { numbersOf } from './numbers.ts'
import { type Payer, Payers, register } from './payers.ts'
import { textOfList } from './truth.ts'
import { WebhookProxy } from './webhook-proxy.ts'

const AT_ONCE = 4
/** How many people a storm has: enough for independent customers, few enough for concurrent events of one customer. */
const peopleOf = (events: number) => Math.min(60, Math.max(8, Math.round(events / 50)))
/** How soon after the last handled event the rows must be equal. */
const EQUAL_MS = 2_000
/** The share of Stripe's answers that are delayed, so that what was fetched may be outdated when it is stored. */
const SLOW_SHARE = 0.3
const SLOW_MS = 400
const SETTLE_MS = 40_000

export type StormOptions = {
  readonly seed: number
  /** How many events the local Stripe sends, without those that the proxy repeats. */
  readonly events: number
  /** How often billing is killed. */
  readonly kills: number
  /** A second copy of billing, which is not killed. */
  readonly copy: boolean
}
export type StormReport = {
  readonly faults: readonly string[]
  /** Events of the local Stripe. */
  readonly received: number
  readonly figures: Readonly<Record<string, number | string>>
}

/** A product whose events and whose requests to the local Stripe pass through proxies. */
export class StormWorld {
  readonly stack: Stack
  readonly #stripe: ComparedProxy
  /** The subscriptions in the answers to billing, by customer. */
  readonly #fetched: Map<string, string[]>
  readonly #webhooks: WebhookProxy
  #draw: () => number = () => 1

  private constructor(stack: Stack, stripe: ComparedProxy, webhooks: WebhookProxy, fetched: Map<string, string[]>) {
    this.stack = stack
    this.#stripe = stripe
    this.#webhooks = webhooks
    this.#fetched = fetched
  }

  static async create(): Promise<StormWorld> {
    const fetched = new Map<string, string[]>()
    const world = (): StormWorld => created
    const seen = async ({ pathname, searchParams }: URL, answer: unknown) => {
      const customer = searchParams.get('customer')
      if (pathname !== '/v1/subscriptions' || !customer) return
      fetched.set(customer, [...(fetched.get(customer) ?? []), textOfList(answer as Parameters<typeof textOfList>[0])])
      if (world().#draw() < SLOW_SHARE) await pause(world().#draw() * SLOW_MS)
    }
    const stripe = await startComparedProxy(undefined, () => stack.stripe.url, seen)
    const webhooks = await WebhookProxy.create({
      draw: () => world().#draw(),
      to: () => `${stack.url.replace('localhost', '127.0.0.1')}/api/stripe/webhook`,
      secret: () => stack.stripe.webhookSecret,
    })
    const stack = await startStack({
      services: ['auth', 'doorbell', 'billing', 'security', 'gateway'],
      payments: true,
      webhookUrl: webhooks.url,
      supervised: true,
      envOf: { billing: { STRIPE_API_URL: stripe.url } },
    })
    const created = new StormWorld(stack, stripe, webhooks, fetched)
    await keepHistory(stack)
    return created
  }

  async close(): Promise<void> {
    await this.stack.stop()
    await Promise.all([this.#stripe.stop(), this.#webhooks.close()])
  }

  /** @param progress gets the number of events from time to time */
  async run({ seed, events, kills, copy }: StormOptions, progress: (received: number) => void = () => undefined): Promise<StormReport> {
    const { stack } = this
    const began = performance.now()
    this.#draw = numbersOf(seed)
    const webhooks = this.#webhooks
    webhooks.begin()
    const second = copy ? await stack.another('billing') : undefined
    const people: Payer[] = []
    // Auth hashes a few passwords at a time, and refuses more.
    while (people.length < peopleOf(events)) people.push(await register(stack))
    const payers = new Payers(stack, people, this.#draw)
    const points = Array.from({ length: kills }, () => Math.floor(this.#draw() * events)).toSorted((a, b) => a - b)
    let shown = 0
    const actAll = async () => {
      while (webhooks.received < events) {
        await payers.act()
        if (webhooks.received - shown < 1_000) continue
        shown = webhooks.received
        progress(shown)
      }
    }
    const killAll = async () => {
      for (const point of points) {
        await eventually('the point of the kill', () => webhooks.received >= point, SETTLE_MS * 100)
        await stack.kill('billing')
        await stack.running('billing')
      }
    }
    await Promise.all([killAll(), ...Array.from({ length: AT_ONCE }, actAll)])
    const acted = performance.now()
    const settled = await this.#settle(people).catch((error: Error) => error)
    const unsettled = settled instanceof Error ? [settled.message] : []
    const faults = [...payers.faults, ...unsettled, ...(await this.#judge(people, payers))]
    await second?.process.end('SIGKILL')
    const seconds = (from: number, to = performance.now()) => ((to - from) / 1_000).toFixed(1)
    const figures = {
      seed,
      people: people.length,
      ...webhooks.figures,
      kills,
      copies: copy ? 2 : 1,
      ...(settled instanceof Error ? {} : settled),
      ...payers.counts,
      samples: payers.samples.length,
      'seconds of acting': seconds(began, acted),
      seconds: seconds(began),
    }
    return { faults, received: webhooks.received, figures }
  }

  /** Waits until every event is handled, then until the next reconciliation has repaired dropped ones. @returns how long each took */
  async #settle(people: readonly Payer[]) {
    const { stack } = this
    const webhooks = this.#webhooks
    webhooks.calm = true
    const from = performance.now()
    const isWorked = async () => {
      const left = await stack.postgres('billing', 'SELECT id, customer_id, attempts, next_at FROM stripe_events WHERE done_at IS NULL')
      if (webhooks.idle && left.length === 0) return true
      throw new Error(`${JSON.stringify(webhooks.figures)}, ${left.length} wait: ${JSON.stringify(left.slice(0, 3))}`)
    }
    await eventually('every event to be handled', isWorked, SETTLE_MS)
    const worked = performance.now()
    const customers = await this.#customersOf(people)
    const dropped = new Set(webhooks.dropped.values())
    const whole = customers.filter(({ customer }) => !dropped.has(customer))
    const { ms, waitedFor } = await this.#untilEqual(whole, EQUAL_MS)
    const repairing = performance.now()
    // The rows are changed instead of the clock, because a killed process would restart without the clock's shift.
    const older = "UPDATE customers SET synced_at = synced_at - interval '61 minutes' WHERE user_id = ANY($1)"
    await stack.postgres('billing', older, [people.map(({ id }) => id)])
    await this.#untilEqual(customers, SETTLE_MS)
    return {
      'customers with every event': whole.length,
      'ms to work through after the last action': Math.round(worked - from),
      'ms until all are seen to be equal': Math.round(ms),
      'customers not equal when first compared': waitedFor,
      'customers with dropped events': customers.length - whole.length,
      'ms of the reconciliation': Math.round(performance.now() - repairing),
    }
  }

  /** @returns how long the comparison took (some 30 ms for each customer), and how many customers were not equal immediately */
  async #untilEqual(customers: readonly { userId: number; customer: string }[], within: number) {
    const sdk = sdkOf(this.stack)
    const from = performance.now()
    const different = new Set<string>()
    const isEqual = async (one: (typeof customers)[number]) => {
      const problem = await difference(this.stack, sdk, one)
      if (!problem) return true
      different.add(one.customer)
      throw new Error(problem)
    }
    for (const one of customers) await eventually(`${one.customer} to be equal`, () => isEqual(one), within)
    return { ms: performance.now() - from, waitedFor: different.size }
  }

  #customersOf(people: readonly Payer[]) {
    return this.stack.postgres<{ userId: number; customer: string }>(
      'billing',
      'SELECT user_id AS "userId", stripe_customer_id AS customer FROM customers WHERE user_id = ANY($1)',
      [people.map(({ id }) => id)],
    )
  }

  async #judge(people: readonly Payer[], { samples }: Payers): Promise<string[]> {
    const { stack } = this
    const sdk = sdkOf(stack)
    const customers = new Map((await this.#customersOf(people)).map(({ userId, customer }) => [userId, customer]))
    const faults: string[] = []
    for (const person of people) {
      const customer = customers.get(person.id)
      faults.push(...faultsOfHistory(await historyOf(stack, person.id), this.#fetched.get(customer ?? '') ?? []))
      faults.push(...(await faultsOfUser(stack, sdk, person, customer, samples)))
    }
    const ids = people.map(({ id }) => id)
    const copies = eventually('the same tier everywhere', async () => (await differentCopies(stack, ids)).length === 0)
    await inTime('the copies', copies, 20_000).catch(async () => faults.push(...(await differentCopies(stack, ids))))
    return [...faults, ...(await this.#faultsOfEvents())]
  }

  /** Every delivered event must be stored once, and no forged or aged event. */
  async #faultsOfEvents(): Promise<string[]> {
    const { delivered, answers, refused } = this.#webhooks
    const rows = await this.stack.postgres<{ id: string; done: boolean }>(
      'billing',
      'SELECT id, done_at IS NOT NULL AS done FROM stripe_events',
    )
    const stored = new Set(rows.map(({ id }) => id))
    const lost = [...delivered].filter(([id, customer]) => customer !== undefined && !stored.has(id))
    const false_ = rows.filter(({ id }) => /^evt_(forged|aged)/.test(id))
    const taken = Object.keys(answers).filter((status) => status !== '400' && status !== '429')
    const wrong = Object.keys(refused).filter((status) => !['0', '503', '504'].includes(status))
    return [
      ...lost.map(([id]) => `${id} was answered with 200 and is not stored`),
      ...false_.map(({ id }) => `${id} is stored`),
      ...taken.map((status) => `${answers[Number(status)]} forged or aged events were answered ${status}`),
      ...wrong.map((status) => `${refused[Number(status)]} events of Stripe were answered ${status}`),
    ]
  }
}
