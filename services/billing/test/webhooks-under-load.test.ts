// @all: webhooks of payments.test.ts under load
/** Events of Stripe are accepted although many are forged, and although Stripe itself does not answer. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { request } from 'undici'
import { LIMITS } from '#proto/limits.ts'
import { agentFrom } from '#scripts/testing/http-client.ts'
import { nextAddress } from '#scripts/testing/people.ts'
import { report } from '#scripts/testing/report.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { sdkOf } from '#scripts/testing/stripe/client.ts'
import { type ComparedProxy, startComparedProxy } from '#scripts/testing/stripe/compared-proxy.ts'
import { pressButton } from '#scripts/testing/stripe/press.ts'
import { signature } from '#scripts/testing/stripe/signature.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { checkout, customerOf, inPortal, payer, plan, untilPlan } from './payer.ts'

const FORGED = 5_200
/** Each sends five more than are read in a minute. */
const ADDRESSES = FORGED / (LIMITS.webhook.max + 5)
const WEBHOOK = '/api/stripe/webhook'

let world: Stack
let proxy: ComparedProxy
let silent: Server
const waiting = new Set<Socket>()
let isSilent = false
/** Of the next answer about subscriptions. */
let held: { readonly answered: () => void; readonly released: Promise<void> } | undefined

beforeAll(async () => {
  silent = createServer((socket) => waiting.add(socket.on('error', () => undefined)))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const hold = async ({ pathname }: URL) => {
    if (pathname !== '/v1/subscriptions' || !held) return
    const { answered, released } = held
    held = undefined
    answered()
    await released
  }
  proxy = await startComparedProxy(undefined, () => (isSilent ? `http://127.0.0.1:${port}` : world.stripe.url), hold)
  const services = ['auth', 'doorbell', 'billing', 'security', 'gateway'] as const
  world = await startStack({ services, payments: true, env: { LOG_LEVEL: 'warn' }, envOf: { billing: { STRIPE_API_URL: proxy.url } } })
})
afterAll(async () => {
  for (const socket of waiting) socket.destroy()
  await world?.stop()
  await proxy?.stop()
  silent?.close()
})

let numbered = 0
const eventOf = (customer: string) =>
  JSON.stringify({
    id: `evt_load_${numbered++}`,
    object: 'event',
    type: 'customer.subscription.deleted',
    data: { object: { object: 'subscription', customer, status: 'canceled', description: 'x'.repeat(2_000) } },
  })

async function send(body: string, secret: string, dispatcher?: ReturnType<typeof agentFrom>): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature(body, secret, Date.now()) }
  const options = { method: 'POST', headers, body, ...(dispatcher ? { dispatcher } : {}) } as const
  const answer = await request(world.url.replace('localhost', '127.0.0.1') + WEBHOOK, options)
  await answer.body.dump()
  return answer.statusCode
}

test(`a payment counts among ${FORGED} forged events`, async () => {
  const known = await payer(world)
  const customer = await customerOf(world, known)
  const answers: Record<number, number> = {}
  let left = FORGED
  const forge = async (address: string) => {
    const agent = agentFrom(address, 1)
    for (let sent = 0; sent < FORGED / ADDRESSES; sent += 1) {
      const status = await send(eventOf(customer), 'whsec_other', agent)
      answers[status] = (answers[status] ?? 0) + 1
      left -= 1
    }
    await agent.destroy()
  }
  const addresses = Array.from({ length: ADDRESSES }, nextAddress)
  const attack = Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let address = addresses.pop(); address; address = addresses.pop()) await forge(address)
    }),
  )
  const times: number[] = []
  const valid = async () => {
    while (left > 0) {
      const began = performance.now()
      expect(await send(eventOf(customer), world.stripe.webhookSecret)).toBe(200)
      times.push(performance.now() - began)
    }
  }
  const pay = async () => {
    const person = await world.resident()
    const page = await checkout(person)
    await eventually('the attack to be half done', () => left < FORGED / 2, 120_000)
    const began = performance.now()
    await pressButton(page, 'pay')
    await untilPlan(person, 'premium', ({ tier }) => tier === 'premium')
    return performance.now() - began
  }
  const began = performance.now()
  const [paid] = await Promise.all([pay(), valid(), attack])
  const seconds = (performance.now() - began) / 1_000
  const [median, most] = [times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)], Math.max(...times)]
  report(`${FORGED} forged in ${seconds.toFixed(1)} s: ${JSON.stringify(answers)}`)
  report(`${times.length} valid ones, half within ${median?.toFixed(0)} ms, all within ${most.toFixed(0)} ms`)
  report(`premium ${paid.toFixed(0)} ms after the payment`)
  expect(Object.keys(answers).toSorted()).toEqual(['400', '429'])
  expect((await plan(known)).tier).toBe('premium')
  const stored = await world.postgres('billing', "SELECT 1 FROM stripe_events WHERE id LIKE 'evt_load_%'")
  expect(stored).toHaveLength(times.length)
})

test('events are stored and plans are read while Stripe does not answer', async () => {
  const person = await payer(world)
  const customer = await customerOf(world, person)
  const others = await Promise.all(Array.from({ length: 5 }, () => world.resident()))
  for (const other of others) await checkout(other)
  isSilent = true
  const opening = others.map((other) => checkout(other).catch(() => undefined))
  await eventually('three requests to wait for Stripe', () => waiting.size >= 3)
  expect(await send(eventOf(customer), world.stripe.webhookSecret)).toBe(200)
  expect((await plan(person)).tier).toBe('premium')
  isSilent = false
  for (const socket of waiting) socket.destroy()
  await Promise.all(opening)
  const left = () => world.postgres('billing', 'SELECT 1 FROM stripe_events WHERE done_at IS NULL')
  await eventually('the event to be handled', async () => (await left()).length === 0, 60_000)
})

test('an event that arrives during a fetch is handled after it', async () => {
  const person = await payer(world)
  const customer = await customerOf(world, person)
  const waitingEvents = () =>
    world.postgres('billing', 'SELECT 1 FROM stripe_events WHERE done_at IS NULL AND customer_id = $1', [customer])
  await eventually('the payment to be handled', async () => (await waitingEvents()).length === 0)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  held = { answered: answer, released }
  await send(eventOf(customer), world.stripe.webhookSecret)
  await answered
  await inPortal(person, 'fail')
  await eventually('Stripe to have sent everything', async () => {
    const { data } = await sdkOf(world).events.list({ limit: 100 })
    return data.every(({ pending_webhooks }) => pending_webhooks === 0)
  })
  expect(await plan(person)).toMatchObject({ status: 'active' })
  release()
  await untilPlan(person, 'past due', ({ status }) => status === 'past_due')
})
