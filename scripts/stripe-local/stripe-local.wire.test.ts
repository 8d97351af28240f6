// @all: a tool
/** The local Stripe through Stripe's own SDK and its pages' forms; each request, answer and event is compared with the specification. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type Stripe from 'stripe'
import { request } from 'undici'
import { createStripeValidator } from '../testing/stripe/client.ts'
import { LocalStripe } from '../testing/stripe/local-stripe.ts'
import type { StripeValidator } from '../testing/stripe/validator.ts'
import { eventually } from '../testing/wait.ts'

const MONTH_DAYS = [28, 29, 30, 31]
let validator: StripeValidator | undefined
let local: LocalStripe

beforeAll(async () => {
  validator = await createStripeValidator()
})
beforeEach(async () => {
  local = new LocalStripe(validator)
  await local.start()
})
afterEach(async () => {
  await local.stop()
  expect(local.problems).toEqual([])
})

const refusal = async (asked: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  asked.then(
    () => Promise.reject('no refusal'),
    (e) => e,
  )
const came = (type: string) => eventually(`the event ${type}`, () => local.events.find((event) => event.type === type))
const subscriptionOf = (id: string) => local.sdk.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] })
const endDay = ({ items }: Stripe.Subscription) => new Date((items.data[0]?.current_period_end ?? 0) * 1_000).toISOString().slice(0, 10)
const latest = ({ latest_invoice }: Stripe.Subscription) => latest_invoice as Stripe.Invoice

describe('checkout', () => {
  test('paying makes an active subscription with a paid invoice', async () => {
    const { id, url, client_reference_id } = await local.openCheckout()
    expect(await (await fetch(url)).text()).toContain('$9.99 a month')
    const paid = await local.press(url, 'pay')
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://localhost:5000/subscription?success=true&session=${id}`])
    const session = await local.sdk.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', client_reference_id, url: null })
    const subscription = await subscriptionOf(String(session.subscription))
    const [item] = subscription.items.data
    expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: null })
    expect(MONTH_DAYS).toContain(((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400)
    expect(latest(subscription)).toMatchObject({ status: 'paid', amount_paid: 999, billing_reason: 'subscription_create' })
    const intent = String(latest(subscription).payments?.data[0]?.payment.payment_intent)
    const { latest_charge } = await local.sdk.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ paid: true, payment_method_details: { card: { last4: '4242' } } })
    expect((await came('checkout.session.completed')).data.object).toMatchObject({ id, subscription: subscription.id })
  })

  test('neither another name nor another page’s form reaches it', async () => {
    const { id, url } = await local.openCheckout()
    const press = async (headers: Readonly<Record<string, string>>) =>
      (
        await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: 'action=pay',
        })
      ).statusCode
    expect([await press({ host: 'rebound.test' }), await press({ origin: 'https://evil.test' }), await press({ origin: 'null' })]).toEqual([
      421, 403, 403,
    ])
    expect(await local.sdk.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    expect(await press({ origin: new URL(url).origin })).toBe(303)
  })

  test('a declined card leaves the session open', async () => {
    const { id, url } = await local.openCheckout()
    const declined = await local.press(url, 'decline')
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('Your card was declined.')])
    expect(await local.sdk.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', url })
  })

  test('a failed authentication leaves the session open, an approved one pays', async () => {
    const { id, url } = await local.openCheckout()
    expect(await (await local.press(url, 'authenticate')).text()).toMatch(/Approve.*Fail/)
    expect((await local.press(url, 'fail')).status).toBe(402)
    expect(await local.sdk.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    expect((await local.press(url, 'approve')).status).toBe(303)
    expect(await local.sdk.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete' })
  })

  test('opening the page with an action in its address does nothing', async () => {
    const { id, url } = await local.openCheckout()
    expect((await fetch(`${url}?action=pay`)).status).toBe(200)
    expect(await local.sdk.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
  })

  test('paying twice makes one subscription', async () => {
    const { url, customer } = await local.openCheckout()
    await Promise.all([local.press(url, 'pay'), local.press(url, 'pay')])
    expect((await local.sdk.subscriptions.list({ customer: String(customer) })).data).toHaveLength(1)
  })

  test('an expired session cannot be paid or expired again', async () => {
    const { id, url } = await local.openCheckout()
    expect(await local.sdk.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
    expect((await local.press(url, 'pay')).status).toBe(410)
    expect(await refusal(local.sdk.checkout.sessions.expire(id))).toMatchObject({ statusCode: 400 })
    await came('checkout.session.expired')
  })

  test('a session expires by itself after a day', async () => {
    const { id, url } = await local.openCheckout()
    await local.shift(86_400_000)
    expect((await local.press(url, 'pay')).status).toBe(410)
    expect(await local.sdk.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' })
  })
})

describe('portal', () => {
  test('next month renews with a new paid invoice', async () => {
    const { id, portal, customer } = await local.subscribe()
    const before = await subscriptionOf(id)
    expect((await local.press(portal, 'next', id)).status).toBe(303)
    const after = await subscriptionOf(id)
    expect(after.items.data[0]?.current_period_start).toBe(before.items.data[0]?.current_period_end)
    expect(latest(after)).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' })
    expect((await local.sdk.invoices.list({ customer })).data.map(({ id }) => id)).toEqual([latest(after).id, latest(before).id])
  })

  test('a failed renewal is past due until the new card pays', async () => {
    const { id, portal } = await local.subscribe()
    await local.press(portal, 'fail', id)
    const late = await subscriptionOf(id)
    expect([late.status, latest(late).status, latest(late).amount_remaining]).toEqual(['past_due', 'open', 999])
    const intent = String(latest(late).payments?.data[0]?.payment.payment_intent)
    const { last_payment_error } = await local.sdk.paymentIntents.retrieve(intent)
    expect(last_payment_error).toMatchObject({ type: 'card_error', code: 'card_declined' })
    expect((await came('invoice.payment_failed')).data.object).toMatchObject({ id: latest(late).id, attempt_count: 1 })
    await local.press(portal, 'card')
    const active = await subscriptionOf(id)
    expect([active.status, latest(active).id, latest(active).status]).toEqual(['active', latest(late).id, 'paid'])
    expect(await (await fetch(portal)).text()).toContain('mastercard ending in 4444')
  })

  test('failing on and on is unpaid, then canceled', async () => {
    const { id, portal } = await local.subscribe()
    const statuses: string[] = []
    for (let tries = 0; tries < 3; tries++) {
      await local.press(portal, 'fail', id)
      statuses.push((await subscriptionOf(id)).status)
    }
    expect(statuses).toEqual(['past_due', 'unpaid', 'canceled'])
    expect((await came('customer.subscription.deleted')).data.object).toMatchObject({ cancellation_details: { reason: 'payment_failed' } })
  })

  test('canceled in the portal it ends with its period', async () => {
    const { id, portal } = await local.subscribe()
    await local.press(portal, 'cancel', id)
    const planned = await subscriptionOf(id)
    const end = planned.items.data[0]?.current_period_end
    expect(planned).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: end })
    await local.press(portal, 'next', id)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'canceled', ended_at: end })
    await came('customer.subscription.deleted')
  })

  test('resumed it renews again', async () => {
    const { id, portal } = await local.subscribe()
    await local.press(portal, 'cancel', id)
    await local.press(portal, 'resume', id)
    await local.press(portal, 'next', id)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null })
  })

  test('its invoices open on this server', async () => {
    const { id, portal } = await local.subscribe()
    const { hosted_invoice_url } = latest(await subscriptionOf(id))
    expect(await (await fetch(portal)).text()).toContain(`href="${hosted_invoice_url}"`)
    expect(await (await fetch(hosted_invoice_url ?? '')).text()).toMatch(/\$9\.99, paid/)
  })
})

describe('subscriptions and refunds', () => {
  test('the API cancels at the end of the period, and takes it back', async () => {
    const { id } = await local.subscribe()
    const planned = await local.sdk.subscriptions.update(id, { cancel_at_period_end: true })
    expect(planned).toMatchObject({ cancel_at_period_end: true, cancel_at: null, canceled_at: expect.any(Number) })
    await local.sdk.subscriptions.update(id, { cancel_at_period_end: false })
    await local.shift(32 * 86_400_000)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'active', cancel_at_period_end: false, canceled_at: null })
  })

  test('what the portal has planned is taken back by an empty cancel_at alone', async () => {
    const { id, portal } = await local.subscribe()
    await local.press(portal, 'cancel', id)
    expect(await local.sdk.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: expect.any(Number) })
    expect(await local.sdk.subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null })
  })

  test('it renews by itself when its period is over', async () => {
    const { id } = await local.subscribe()
    await local.shift(70 * 86_400_000)
    const { items, customer } = await subscriptionOf(id)
    expect(items.data[0]?.current_period_end).toBeGreaterThan(local.now() / 1000)
    expect((await local.sdk.invoices.list({ customer: String(customer) })).data).toHaveLength(3)
  })

  test('a month from 31 January ends on 28 February, the next on 31 March', async () => {
    await local.shift(Date.UTC(2027, 0, 31, 12) - Date.now())
    const { id, portal } = await local.subscribe()
    const days = [endDay(await subscriptionOf(id))]
    await local.press(portal, 'next', id)
    expect([...days, endDay(await subscriptionOf(id))]).toEqual(['2027-02-28', '2027-03-31'])
  })

  test('canceled at once it is not living any more', async () => {
    const { id, customer } = await local.subscribe()
    expect(await local.sdk.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
    expect((await local.sdk.subscriptions.list({ customer })).data).toEqual([])
    expect((await local.sdk.subscriptions.list({ customer, status: 'all' })).data).toMatchObject([{ id }])
    expect(await refusal(local.sdk.subscriptions.cancel(id))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('a refund is counted at the charge, and no more than was paid', async () => {
    const { customer } = await local.subscribe()
    const { data } = await local.sdk.charges.list({ customer })
    const payment_intent = String(data[0]?.payment_intent)
    const part = await local.sdk.refunds.create({ payment_intent, amount: 400, reason: 'requested_by_customer' })
    expect(await local.sdk.refunds.retrieve(part.id)).toMatchObject({ amount: 400, status: 'succeeded' })
    expect(await refusal(local.sdk.refunds.create({ payment_intent, amount: 600 }))).toMatchObject({ statusCode: 400, param: 'amount' })
    await local.sdk.refunds.create({ payment_intent })
    const charge = await local.sdk.charges.retrieve(String(data[0]?.id), { expand: ['refunds'] })
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 999, refunds: { data: [{ amount: 599 }, { amount: 400 }] } })
    expect(await refusal(local.sdk.refunds.create({ payment_intent }))).toMatchObject({ code: 'charge_already_refunded' })
    await came('charge.refunded')
  })
})

describe('the API', () => {
  test('the price is found by its key and costs 9.99 USD a month', async () => {
    const { data } = await local.sdk.prices.list({ lookup_keys: ['premium_monthly'], active: true, expand: ['data.product'] })
    expect(data).toMatchObject([{ id: local.server?.priceId, unit_amount: 999, currency: 'usd', recurring: { interval: 'month' } }])
    expect(data[0]?.product).toMatchObject({ name: 'Premium' })
  })

  test('a list is paged', async () => {
    const made: string[] = []
    for (let count = 0; count < 3; count++) made.unshift((await local.openCheckout()).id)
    const first = await local.sdk.checkout.sessions.list({ limit: 2 })
    const rest = await local.sdk.checkout.sessions.list({ limit: 2, starting_after: made[1] })
    expect([first.has_more, rest.has_more]).toEqual([true, false])
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(made)
  })

  test('one idempotency key makes one object', async () => {
    const key = { idempotencyKey: 'customer-7' }
    const first = await local.sdk.customers.create({ email: 'ada@example.org' }, key)
    expect((await local.sdk.customers.create({ email: 'ada@example.org' }, key)).id).toBe(first.id)
    const refused = await refusal(local.sdk.customers.create({ email: 'eve@example.org' }, key))
    expect(refused).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('a changed e-mail address reaches the customer', async () => {
    const { id } = await local.sdk.customers.create({ email: 'ada@example.org', metadata: { userId: '7', old: 'x' } })
    await local.sdk.customers.update(id, { email: 'new@example.org', metadata: { old: '' } })
    expect(await local.sdk.customers.retrieve(id)).toMatchObject({ email: 'new@example.org', metadata: { userId: '7' } })
    expect((await came('customer.updated')).data.previous_attributes).toMatchObject({ email: 'ada@example.org' })
  })

  test('another key is refused', async () => {
    const strange = new LocalStripe(validator)
    strange.sdk = new (Object.getPrototypeOf(local.sdk).constructor)('sk_test_other', {
      host: '127.0.0.1',
      protocol: 'http',
      port: new URL(local.server?.url ?? '').port,
    })
    expect(await refusal(strange.sdk.customers.create())).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  })

  test('what is missing, unknown or wrong is refused as Stripe does', async () => {
    const { customers, subscriptions, billingPortal, coupons, events, prices } = local.sdk
    expect(await refusal(subscriptions.retrieve('sub_none'))).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' })
    expect(await refusal(billingPortal.sessions.create({ return_url: 'http://localhost/' }))).toMatchObject({
      code: 'parameter_missing',
      param: 'customer',
    })
    expect(await refusal(customers.create({ phone: '1' }))).toMatchObject({ code: 'parameter_unknown', param: 'phone' })
    expect(await refusal(events.list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: 'limit' })
    expect(await refusal(prices.list({ expand: ['data.currency'] }))).toMatchObject({ statusCode: 400, param: 'expand' })
    expect(await refusal(coupons.list())).toMatchObject({ statusCode: 404, message: expect.stringContaining('not emulated') })
  })
})

describe('webhooks', () => {
  test('an event is sent again until it is accepted', async () => {
    local.status = 503
    const { id } = await local.sdk.customers.create({ email: 'ada@example.org' })
    await eventually('three attempts', () => local.attempts >= 3)
    const [pending] = (await local.sdk.events.list({ type: 'customer.created' })).data
    expect(pending).toMatchObject({ pending_webhooks: 1 })
    local.status = 200
    expect((await came('customer.created')).data.object).toMatchObject({ id })
    await eventually('no pending webhook', async () => (await local.sdk.events.retrieve(pending?.id ?? '')).pending_webhooks === 0)
    expect(local.logged[0]).toMatch(/webhook customer.created failed, retrying in 5 ms: answer 503/)
  })

  test('what was not delivered is sent after a restart', async () => {
    local.status = 500
    await local.sdk.customers.create({ email: 'ada@example.org' })
    await eventually('an attempt', () => local.attempts > 0)
    await local.server?.stop()
    local.status = 200
    await local.start()
    await came('customer.created')
  })
})

describe('the file', () => {
  test('a restart keeps keys, objects, answers and the moved clock', async () => {
    const { id, portal, customer } = await local.subscribe()
    await local.press(portal, 'next', id)
    const key = { idempotencyKey: 'once' }
    const made = await local.sdk.customers.create({}, key)
    const { secretKey, webhookSecret, priceId } = local.server ?? {}
    const before = { ...(await subscriptionOf(id)), latest_invoice: null }
    // A crash in the middle of writing leaves this.
    writeFileSync(`${local.file}.new`, '{')
    await local.restart()
    expect(local.server).toMatchObject({ secretKey, webhookSecret, priceId })
    expect({ ...(await subscriptionOf(id)), latest_invoice: null }).toEqual(before)
    expect((await local.sdk.customers.create({}, key)).id).toBe(made.id)
    const { url } = await local.sdk.billingPortal.sessions.create({ customer })
    expect(new URL(url).origin).toBe(local.server?.url)
  })

  test('a damaged file ends the start', async () => {
    await local.server?.stop()
    const kept = readFileSync(local.file, 'utf8')
    writeFileSync(local.file, kept.slice(0, 100))
    await expect(local.start()).rejects.toThrow('is damaged')
  })
})
