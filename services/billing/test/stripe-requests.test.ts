// @all: each request beside its specification; what is paid is in payments.test.ts
/** Requests of billing to Stripe, compared with Stripe's specification; and the mails to an owner about their plan. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { createStripeValidator, sdkOf } from '#scripts/testing/stripe/client.ts'
import { type ComparedProxy, startComparedProxy } from '#scripts/testing/stripe/compared-proxy.ts'
import { pressButton } from '#scripts/testing/stripe/press.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { checkout, customerOf, inPortal, payer, plan, untilPlan } from './payer.ts'

const DAY = 86_400_000
let world: Stack
let proxy: ComparedProxy
/** Delays Stripe's answers about this customer. */
let held: { readonly customer: string; readonly released: Promise<void> } | undefined

beforeAll(async () => {
  proxy = await startComparedProxy(
    await createStripeValidator(),
    () => world.stripe.url,
    async (to, answer) => {
      if (held && `${to.href} ${JSON.stringify(answer)}`.includes(held.customer)) await held.released
    },
  )
  world = await startStack({ payments: true, envOf: { billing: { STRIPE_API_URL: proxy.url } } })
})
afterAll(async () => {
  await world?.stop()
  await proxy?.stop()
})

const sdk = () => sdkOf(world)
const mailsTo = async (email: string, subject: string) =>
  (await world.rpc('auth.dev_mails', {})).filter((mail) => mail.to === email && mail.subject === subject)
async function openLink(email: string): Promise<void> {
  const [mail] = (await world.rpc('auth.dev_mails', {})).filter((one) => one.to === email && one.text.includes('#verify='))
  await world.rpc('auth.verify_email', { token: /#verify=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' })
}
async function confirmedPayer(): Promise<Resident> {
  const person = await payer(world)
  await openLink(person.user.email)
  return person
}

test('a life of payments sends nothing that Stripe would refuse', async () => {
  const person = await payer(world)
  await expect(checkout(person)).rejects.toMatchObject({ code: 'already_paying' })
  await person.call('billing.choose_free', { subscriptionTier: 'free' })
  await person.call('billing.resume', {})
  await inPortal(person, 'cancel')
  await untilPlan(person, 'the end to be planned', ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd)
  await person.call('billing.resume', {})
  await inPortal(person, 'fail')
  await untilPlan(person, 'past due', ({ status }) => status === 'past_due')
  await person.call('auth.delete_account', { password: 'Correct-Horse-1' })
  const rows = () => world.postgres('billing', 'SELECT 1 FROM customers WHERE user_id = $1', [person.user.id])
  await eventually('nothing to be left', async () => (await rows()).length === 0, 60_000)
  expect(proxy.requests).toBeGreaterThan(20)
  expect(proxy.problems).toEqual([])
})

test('a changed address is sent to Stripe', async () => {
  const person = await confirmedPayer()
  const email = `new-${person.user.email}`
  await person.call('auth.change_email', { email, password: 'Correct-Horse-1' })
  await openLink(email)
  const id = await customerOf(world, person)
  await eventually('Stripe to have the address', async () => {
    const customer = await sdk().customers.retrieve(id)
    return !customer.deleted && customer.email === email
  })
})

/** Without billing, as a checkout that was open before the first payment. */
async function paySecond(customer: string): Promise<void> {
  const { url } = await sdk().checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: world.stripe.priceId, quantity: 1 }],
    success_url: `${world.url}/subscription?success=true`,
  })
  await pressButton(url ?? '', 'pay')
}
const subscriptionsOf = async (customer: string) => (await sdk().subscriptions.list({ customer, status: 'all' })).data
const statuses = async (customer: string) => (await subscriptionsOf(customer)).map(({ status }) => status).toSorted()
async function expectReturned(person: Resident): Promise<void> {
  const { email } = person.user
  await eventually('the mail', async () => (await mailsTo(email, 'A second payment was returned')).length === 1, 30_000)
  const refunds = async () => (await person.call('billing.payments', {})).map(({ refunded }) => refunded)
  await eventually('the refund', async () => (await refunds()).toSorted().join() === '0,9.99', 30_000)
}

test('a second subscription is cancelled, refunded and mailed', async () => {
  const person = await confirmedPayer()
  const customer = await customerOf(world, person)
  await paySecond(customer)
  await expectReturned(person)
  expect(await statuses(customer)).toEqual(['active', 'canceled'])
  expect(await plan(person)).toMatchObject({ tier: 'premium', status: 'active' })
})

test('a second payment is returned also where the first subscription ends before anybody could be written to', async () => {
  const person = await confirmedPayer()
  const customer = await customerOf(world, person)
  const [first] = await subscriptionsOf(customer)
  // Of two of one second, either may be the second.
  await world.clock.shift(2_000)
  await world.kill('auth')
  try {
    await paySecond(customer)
    const isSeen = async () =>
      (await statuses(customer)).includes('canceled') || (await sdk().charges.list({ customer })).data.some(({ refunded }) => refunded)
    await eventually('billing to begin', isSeen, 30_000)
    await sdk().subscriptions.cancel(first?.id ?? '')
  } finally {
    await world.restart('auth')
  }
  await expectReturned(person)
  expect(await statuses(customer)).toEqual(['canceled', 'canceled'])
  await untilPlan(person, 'free', ({ tier }) => tier === 'free')
})

test('a mail comes a week and a day before a paid plan ends', async () => {
  const person = await confirmedPayer()
  await person.call('billing.choose_free', { subscriptionTier: 'free' })
  const end = Date.parse((await plan(person)).currentPeriodEnd ?? '')
  const { email } = person.user
  const count = async () => (await mailsTo(email, 'Your Premium plan is ending')).length
  await world.clock.shift(end - Date.now() - 7 * DAY - 3_600_000)
  expect(await count()).toBe(0)
  await world.clock.shift(2 * 3_600_000)
  await eventually('the first mail', async () => (await count()) === 1, 60_000)
  await world.clock.shift(6 * DAY)
  await eventually('the second mail', async () => (await count()) === 2, 60_000)
  await world.clock.shift(2 * DAY)
  await untilPlan(person, 'free', ({ tier }) => tier === 'free')
})

test('an account whose fetches take long holds up neither checkouts nor payments of others', async () => {
  const slow = await world.resident()
  await checkout(slow)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  held = { customer: await customerOf(world, slow), released }
  const resident = { userId: slow.user.id, session: 'slow', device: 'Firefox' }
  const asked = Array.from({ length: 40 }, () => world.rpc('billing.create_checkout_session', {}, { resident }).catch(() => undefined))
  try {
    await payer(world)
  } finally {
    release()
    held = undefined
    await Promise.all(asked)
  }
})
