/** Paid plans follow Stripe: checkout, portal, webhooks, and repairs without them, on the local Stripe. */
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { request as post } from 'undici'
import { CHIMES, LIMITS } from '#proto/limits.ts'
import { makeFilm } from '#scripts/testing/films.ts'
import { agentFrom } from '#scripts/testing/http-client.ts'
import { nextAddress, PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { testPort } from '#scripts/testing/ports.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { sdkOf } from '#scripts/testing/stripe/client.ts'
import { pressButton } from '#scripts/testing/stripe/press.ts'
import { signature } from '#scripts/testing/stripe/signature.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { checkout, customerOf, inPortal, payer, plan, untilPlan } from './payer.ts'

const WEBHOOK = '/api/stripe/webhook'
let world: Stack
let metrics: string
const now = () => Date.now()
const CHIME = readFileSync(join(import.meta.dirname, '..', '..', '..', 'web', 'public', CHIMES.marimba))
const mails = async (email: string) => (await world.rpc('auth.dev_mails', {})).filter(({ to }) => to === email)
/** The contents of a folder of the file store; a file has its metadata beside it. */
const filesIn = (folder: string) => {
  const path = join(world.filesDir, folder)
  return existsSync(path) ? readdirSync(path).filter((name) => !name.endsWith('.json')) : []
}

beforeAll(async () => {
  const port = await testPort()
  metrics = `http://127.0.0.1:${port}/metrics`
  world = await startStack({ payments: true, envOf: { gateway: { HTTP_PORT: String(port) } } })
})
afterAll(() => world?.stop())

// covers: E-payment E-payment-item E-user-stripe P-billing-history billing.create_checkout_session billing.payments billing.invoice
// covers: billing.create_portal_session already_paying
test('a payment is premium, an invoice, and nothing that somebody else sees', async () => {
  const person = await world.resident()
  expect(await plan(person)).toMatchObject({ tier: 'free', billing: 'stripe', price: { amount: 9.99, currency: 'usd' }, hasPaid: false })
  await expect(person.call('billing.payments', {})).rejects.toMatchObject({ code: 'subscription_required' })
  await expect(person.call('billing.create_portal_session', {})).rejects.toMatchObject({ code: 'not_found' })
  const page = await checkout(person)
  expect((await pressButton(page, 'decline')).status).toBe(402)
  expect((await plan(person)).tier).toBe('free')
  const paid = await pressButton(page, 'pay')
  expect(paid.headers.get('location')).toContain('/subscription?success=true')
  expect(await untilPlan(person, 'premium', ({ tier }) => tier === 'premium')).toMatchObject({
    source: 'stripe',
    status: 'active',
    hasPaid: true,
  })
  const [payment] = await person.call('billing.payments', {})
  expect(payment).toMatchObject({ amount: 9.99, currency: 'usd', status: 'paid', refunded: 0, paymentMethod: 'card', last4: '4242' })
  expect(JSON.stringify([payment, await person.call('auth.user', {})])).not.toMatch(/cus_|sub_|pi_/)
  const path = `/api/invoices/${payment?.invoiceId}`
  const invoice = await person.http(path)
  expect([invoice.status, new URL(String(invoice.headers.location)).origin]).toEqual([303, world.stripe.url])
  expect((await (await world.resident()).http(path)).status).toBe(404)
  await expect(checkout(person)).rejects.toMatchObject({ code: 'already_paying' })
})

test('complimentary Premium has an empty history and nothing to pay', async () => {
  const person = await world.resident({ premium: true })
  expect(await person.call('billing.payments', {})).toEqual([])
  await expect(checkout(person)).rejects.toMatchObject({
    status: 409,
    code: 'already_paying',
    message: expect.stringContaining('Your Premium is complimentary. There is nothing to pay.'),
  })
})

// covers: E-subscription billing.resume not_ending
test('a downgrade has a date, can be taken back, and ends there', async () => {
  const person = await payer(world)
  expect((await person.call('billing.choose_free', { subscriptionTier: 'free' })).subscriptionTier).toBe('premium')
  expect(await plan(person)).toMatchObject({ tier: 'premium', cancelAtPeriodEnd: true, currentPeriodEnd: expect.any(String) })
  expect(await person.call('billing.resume', {})).toMatchObject({ cancelAtPeriodEnd: false })
  await expect(person.call('billing.resume', {})).rejects.toMatchObject({ code: 'not_ending' })
  // The portal schedules the end by another field than the API.
  await inPortal(person, 'cancel')
  await untilPlan(person, 'the end to be planned', ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd)
  expect(await person.call('billing.resume', {})).toMatchObject({ cancelAtPeriodEnd: false })
  await inPortal(person, 'cancel')
  await untilPlan(person, 'the end to be planned again', ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd)
  await inPortal(person, 'next')
  expect(await untilPlan(person, 'free', ({ tier }) => tier === 'free')).toMatchObject({
    source: 'none',
    status: 'canceled',
    hasPaid: true,
  })
  await pressButton(await checkout(person), 'pay')
  await untilPlan(person, 'premium again', ({ tier }) => tier === 'premium')
})

test('a failed renewal is past due and premium until the card is updated @all', async () => {
  const person = await payer(world)
  await inPortal(person, 'fail')
  expect(await untilPlan(person, 'past due', ({ status }) => status === 'past_due')).toMatchObject({ tier: 'premium' })
  expect((await person.call('billing.payments', {})).map(({ status }) => status)).toEqual(['open', 'paid'])
  await inPortal(person, 'card')
  await untilPlan(person, 'paid again', ({ status }) => status === 'active')
})

test('a refund is shown of a payment that had failed first @all', async () => {
  const person = await payer(world)
  await inPortal(person, 'fail')
  await untilPlan(person, 'past due', ({ status }) => status === 'past_due')
  await inPortal(person, 'card')
  await untilPlan(person, 'paid again', ({ status }) => status === 'active')
  const { data } = await sdkOf(world).charges.list({ customer: await customerOf(world, person), limit: 1 })
  await sdkOf(world).refunds.create({ charge: data[0]?.id ?? '' })
  const refunded = async () => (await person.call('billing.payments', {})).map((payment) => payment.refunded)
  await eventually('the refund', async () => (await refunded()).join() === '9.99,0')
})

test('who was deleted at Stripe can pay again @all', async () => {
  const person = await payer(world)
  const waiting = () => world.postgres('billing', 'SELECT 1 FROM stripe_events WHERE done_at IS NULL')
  await eventually('the payment to be handled', async () => (await waiting()).length === 0)
  await world.postgres('billing', "UPDATE customers SET stripe_customer_id = 'cus_' || user_id, synced_at = NULL WHERE user_id = $1", [
    person.user.id,
  ])
  await untilPlan(person, 'free', ({ tier }) => tier === 'free')
  await pressButton(await checkout(person), 'pay')
  await untilPlan(person, 'premium again', ({ tier }) => tier === 'premium')
  expect(await person.call('billing.payments', {})).toHaveLength(2)
})

test('a second tab closes the checkout of the first', async () => {
  const person = await world.resident()
  const [first, second] = [await checkout(person), await checkout(person)]
  expect((await pressButton(first, 'pay')).status).toBe(410)
  await pressButton(second, 'pay')
  await untilPlan(person, 'premium', ({ tier }) => tier === 'premium')
  expect(await person.call('billing.payments', {})).toHaveLength(1)
})

test('a name reaches Stripe as a name, whatever its letters', async () => {
  const firstName = 'Ann&metadata[userId]=1&email=ann@evil.test'
  const person = await world.resident({ firstName })
  await checkout(person)
  const customer = await sdkOf(world).customers.retrieve(await customerOf(world, person))
  const { id, email } = person.user
  expect(customer).toMatchObject({ name: `${firstName} Reed`, email, metadata: { userId: String(id) } })
})

const signed = (body: string, at = now(), secret = world.stripe.webhookSecret) => signature(body, secret, at)
const send = (body: string, header: string) =>
  world.person().http(WEBHOOK, { method: 'POST', headers: { 'content-type': 'application/json', 'stripe-signature': header }, body })
const eventOf = (customer: string) => {
  const id = `evt_${Math.random().toString(36).slice(2)}`
  return JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.deleted',
    data: { object: { object: 'subscription', customer } },
  })
}

// covers: C-webhook gateway.stripe_webhook
test('forged and old events change nothing, and are refused unread after a while', async () => {
  const body = eventOf('cus_1')
  for (const signature of ['', 't=1,v1=00', signed(body, now(), 'whsec_other'), signed(body, now() - 6 * 60_000)])
    expect([signature, (await send(body, signature)).status]).toEqual([signature, 400])
  expect((await send(`${body} `, signed(body))).status).toBe(400)
  expect((await send(body, signed(body))).status).toBe(200)
  const forger = world.person()
  const forge = () => forger.http(WEBHOOK, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  for (let sent = 0; sent < LIMITS.webhook.max; sent += 1) expect((await forge()).status).toBe(400)
  const refused = async () => {
    const text = await (await fetch(metrics)).text()
    return Number(/^doorbell_requests_refused_total\{[^}]*reason="limit"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0)
  }
  const before = await refused()
  for (let sent = 0; sent < 3; sent += 1) expect((await forge()).status).toBe(429)
  expect(await refused()).toBe(before + 3)
  const large = JSON.stringify({ id: 'x'.repeat(600_000) })
  expect((await send(large, signed(large))).status).toBe(413)
})

/** Begins to send an event, and stops before its end. */
function beginEvent(header: string) {
  const headers = { 'content-type': 'application/json', 'content-length': '60000', 'stripe-signature': header, expect: '100-continue' }
  const sending = request(`${world.url}${WEBHOOK}`, { method: 'POST', headers, localAddress: nextAddress(), family: 4 })
  sending.on('error', () => undefined).write('{')
  return sending
}

test('an event that cannot be Stripe’s is refused before its body comes', async () => {
  for (const header of ['t=1,v1=00', signed('{}', now() - 6 * 60_000)]) {
    const sending = beginEvent(header)
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(400)
    sending.destroy()
  }
})

test('eight events are read at a time, and one that stops is given up @all', async () => {
  const stopped = Array.from({ length: 8 }, () => beginEvent(signed('{}')))
  const began = performance.now()
  const closed = stopped.map((sending) => new Promise((resolve) => sending.once('close', resolve)))
  await Promise.all(stopped.map((sending) => once(sending, 'continue')))
  const body = eventOf('cus_1')
  let isAnswered = false
  const ninth = send(body, signed(body)).finally(() => {
    isAnswered = true
  })
  const others = world.person()
  for (let sent = 0; sent < 20; sent += 1) expect((await others.http(WEBHOOK, { method: 'POST', body: '{}' })).status).toBe(400)
  expect(isAnswered).toBe(false)
  stopped[0]?.destroy()
  expect((await ninth).status).toBe(200)
  await Promise.all(closed)
  // The gateway's own limits would close them after ten.
  expect(performance.now() - began).toBeLessThan(8_000)
})

test('Stripe’s own events are not counted, however many come at once @all', async () => {
  const atOnce = 2 * LIMITS.webhook.max
  const dispatcher = agentFrom(nextAddress(), atOnce)
  const body = eventOf('cus_1')
  const headers = { 'content-type': 'application/json', 'stripe-signature': signed(body) }
  const deliver = () => post(`${world.url}${WEBHOOK}`, { method: 'POST', headers, body, dispatcher })
  for (let burst = 0; burst < 3; burst += 1) {
    const answers = await Promise.all(Array.from({ length: atOnce }, () => deliver()))
    expect([...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([200])
    await Promise.all(answers.map((answer) => answer.body.dump()))
  }
  await dispatcher.destroy()
})

test('what is no event is refused, also with a right signature, and never as a failure of ours', async () => {
  const event = (change: object) => ({ ...JSON.parse(eventOf('cus_1')), ...change })
  const odd = [
    ...['[]', '5', '"x"', 'null', '{}', '['.repeat(50_000)],
    ...[{ id: undefined }, { id: 'x'.repeat(101) }, { id: 'evt\0' }, { type: 5 }, { data: undefined }].map((change) =>
      JSON.stringify(event(change)),
    ),
    ...['x'.repeat(5_000), 'cus\0', 5].map((customer) => JSON.stringify(event({ data: { object: { customer } } }))),
  ]
  const sender = world.person()
  for (let sent = 0; sent < LIMITS.webhook.max + 3; sent += 1) {
    const body = odd[sent % odd.length] ?? ''
    const headers = { 'content-type': 'application/json', 'stripe-signature': signed(body) }
    const { status } = await sender.http(WEBHOOK, { method: 'POST', headers, body })
    expect([body.slice(0, 80), status]).toEqual([body.slice(0, 80), 400])
  }
  // They do not count: an unknown form does not use up the limit of valid ones.
  const body = JSON.stringify(event({ data: { object: { object: 'payout' } } }))
  expect((await send(body, signed(body))).status).toBe(200)
})

test('a signed event says nothing about the plan: Stripe is asked', async () => {
  const person = await payer(world)
  const customer = await customerOf(world, person)
  const body = eventOf(customer)
  for (let sent = 0; sent < 3; sent += 1) expect((await send(body, signed(body))).status).toBe(200)
  const waiting = () => world.postgres('billing', 'SELECT 1 FROM stripe_events WHERE done_at IS NULL AND customer_id = $1', [customer])
  await eventually('the event to be handled', async () => (await waiting()).length === 0)
  expect((await plan(person)).tier).toBe('premium')
})

test('what no event has reported is repaired @all', async () => {
  const person = await payer(world)
  await world.postgres('billing', "UPDATE subscriptions SET status = 'canceled' WHERE user_id = $1", [person.user.id])
  await world.postgres('billing', 'UPDATE customers SET synced_at = NULL WHERE user_id = $1', [person.user.id])
  await untilPlan(person, 'premium again', ({ status }) => status === 'active')
})

test('who pays is fetched every hour, and who never did once a day @all', async () => {
  const [paying, looking, idle] = [await payer(world), await world.resident(), await world.resident()]
  for (const person of [looking, idle]) await checkout(person)
  const ids = [paying, looking, idle].map(({ user }) => user.id)
  const ago = (hours: number) => new Date(world.now() - hours * 3_600_000)
  const set = (column: string, hours: number, of: readonly number[]) =>
    world.postgres('billing', `UPDATE customers SET ${column} = $1 WHERE user_id = ANY($2)`, [ago(hours), of])
  const notSyncedFor = async (hours: number) => {
    const statement = 'SELECT user_id AS id FROM customers WHERE user_id = ANY($1) AND synced_at < $2'
    return (await world.postgres<{ id: number }>('billing', statement, [ids, ago(hours)])).map(({ id }) => id)
  }
  await set('checkout_at', 48, [idle.user.id])
  // Meanwhile the events of their checkouts arrive, each of which fetches its customer too. A customer that the job has claimed but not
  // fetched yet is marked as synced 55 minutes ago.
  await set('synced_at', 25, ids)
  await eventually('everybody', async () => (await notSyncedFor(0.5)).length === 0, 45_000)
  await set('synced_at', 2, ids)
  await eventually('those who pay or may', async () => (await notSyncedFor(1.5)).length === 1)
  expect(await notSyncedFor(1.5)).toEqual([idle.user.id])
})

// covers: V-delete-paying
test('a paying account is deleted once Stripe has confirmed the end, its films and sounds too', async () => {
  const person = await payer(world)
  const { id, email } = person.user
  await person.call('auth.verify_email', { token: /verify=([\w-]+)/.exec((await mails(email))[0]?.text ?? '')?.[1] ?? '' })
  const door = (await person.call('doorbell.doors', {}))[0]?.id
  const sound = { method: 'PUT', body: CHIME, headers: { 'content-type': 'audio/mpeg' } } as const
  expect((await person.http(`/api/doors/${door}/sound`, sound)).status).toBe(204)
  await makeFilm(world, person, (await world.visitor().ring(person)).id)
  const kept = () => filesIn('films').length + filesIn('sounds').length
  expect(kept()).toBe(3)
  const customer = await customerOf(world, person)

  await world.stopStripe()
  await person.call('auth.delete_account', { password: PASSWORD })
  const record = async () =>
    (await world.postgres<{ acknowledged: string; done_at: Date | null }>('auth', 'SELECT * FROM deletions WHERE user_id = $1', [id]))[0]
  await eventually('the doors to close', async () => String((await record())?.acknowledged).includes('close-doors'))
  await world.clock.shift(61_000)
  await eventually('the mail that it waits', async () => (await mails(email))[0]?.subject === 'Your account will be deleted soon', 60_000)
  expect([kept(), (await record())?.done_at]).toEqual([3, null])
  expect(await customerOf(world, person)).toBe(customer)

  await world.startStripe()
  await eventually('the deletion', async () => (await record())?.done_at != null, 90_000)
  expect(kept()).toBe(0)
  const { data } = await sdkOf(world).subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  expect(await world.postgres('billing', 'SELECT 1 FROM customers WHERE user_id = $1', [id])).toEqual([])
})

/** The active objects of a customer at Stripe, and the refunds. */
async function atStripe(customer: string) {
  const sdk = sdkOf(world)
  const { data } = await sdk.subscriptions.list({ customer, status: 'all' })
  const charges = (await sdk.charges.list({ customer, limit: 10 })).data
  return {
    living: data.filter(({ status }) => status !== 'canceled').length,
    kept: charges.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0),
  }
}
const deleted = async ({ user }: Resident) => {
  await eventually('the deletion', async () => {
    const rows = await world.postgres<{ done_at: Date | null }>('auth', 'SELECT done_at FROM deletions WHERE user_id = $1', [user.id])
    return rows[0]?.done_at != null
  })
}

test('a checkout that opens while its account is deleted leaves no subscription @all', async () => {
  const open = async () => {
    const person = await world.resident()
    const [url] = await Promise.all([checkout(person).catch(() => undefined), person.call('auth.delete_account', { password: PASSWORD })])
    return { person, url }
  }
  const pairs = await Promise.all(Array.from({ length: 6 }, open))
  for (const { url } of pairs) if (url) await pressButton(url, 'pay').catch(() => undefined)
  for (const { person } of pairs) await deleted(person)
  const ids = pairs.map(({ person }) => person.user.id)
  for (const { url } of pairs) {
    const session = /cs_\w+/.exec(url ?? '')?.[0]
    if (!session) continue
    const { customer, status } = await sdkOf(world).checkout.sessions.retrieve(session)
    expect(status).not.toBe('open')
    await eventually('nothing to be taken any more', async () => (await atStripe(String(customer))).living === 0)
  }
  for (const table of ['customers', 'plans', 'subscriptions', 'payments'])
    expect(await world.postgres('billing', `SELECT user_id FROM ${table} WHERE user_id = ANY($1)`, [ids])).toEqual([])
})

test('a payment of a deleted account is refunded @all', async () => {
  const person = await payer(world)
  const customer = await customerOf(world, person)
  await person.call('auth.delete_account', { password: PASSWORD })
  await deleted(person)
  const [price] = (await sdkOf(world).subscriptions.list({ customer, status: 'all' })).data.map(({ items }) => items.data[0]?.price.id)
  const before = await atStripe(customer)
  const { url } = await sdkOf(world).checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: `${world.url}/subscription?success=true`,
    cancel_url: `${world.url}/subscription?canceled=true`,
  })
  await pressButton(url ?? '', 'pay')
  await eventually('it to be cancelled and refunded', async () => {
    const now = await atStripe(customer)
    return now.living === 0 && now.kept === before.kept
  })
})

test('only a purchase after the request for deletion is refunded @all', async () => {
  const ways = [
    { since: -60_000, kept: 0 },
    { since: 60_000, kept: 999 },
  ]
  for (const { since, kept } of ways) {
    const person = await payer(world)
    const customer = await customerOf(world, person)
    const [bought] = (await sdkOf(world).subscriptions.list({ customer })).data
    const askedAt = new Date((bought?.created ?? 0) * 1_000 + since).toISOString()
    for (let times = 0; times < 2; times += 1)
      expect(await world.rpc('billing.cancel_for_deletion', { userId: person.user.id, askedAt })).toEqual({ cancelled: true })
    expect(await atStripe(customer)).toEqual({ living: 0, kept })
  }
})
