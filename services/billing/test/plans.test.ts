import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { User } from '#proto/entities.ts'
import { subjects } from '#proto/subjects.ts'
import { ServiceProcess } from '#scripts/testing/process.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const PASSWORD = 'Correct-Horse-1'
let world: SharedStack
let count = 0
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

async function newUser(): Promise<User> {
  const username = `b${Date.now().toString(36)}${count++}`
  const names = { firstName: 'Robin', lastName: 'Reed', username, email: `${username}@example.org`, subscriptionTier: 'free' as const }
  return world.rpc('auth.register', { ...names, password: PASSWORD, confirmPassword: PASSWORD })
}
const as = (user: User) => ({ resident: { userId: user.id, session: 'test', device: 'Jest' } })
const tierAtAuth = async (user: User) => (await world.rpc('auth.user', {}, as(user))).subscriptionTier
const eventsOf = (user: User) =>
  world.postgres<{ tier: string; version: number }>(
    'billing',
    "SELECT data->>'tier' AS tier, (data->>'version')::int AS version FROM outbox WHERE (data->>'userId')::int = $1 ORDER BY at",
    [user.id],
  )

// covers: billing.subscription
test('a new user is on the free plan', async () => {
  const user = await newUser()
  expect(await world.rpc('billing.tier', { userId: user.id })).toEqual({ tier: 'free', version: 0 })
  expect(await world.rpc('billing.subscription', {}, as(user))).toEqual({
    tier: 'free',
    source: 'none',
    status: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    billing: 'off',
    price: null,
    hasPaid: false,
  })
})

// covers: billing_off
test('a checkout session is refused with billing_off', async () => {
  const user = await newUser()
  await expect(world.rpc('billing.create_checkout_session', {}, as(user))).rejects.toMatchObject({ code: 'billing_off' })
})

// covers: P-grant server.subscription_changed
test('a grant is premium at once, for pages and services too', async () => {
  const user = await newUser()
  const frames: string[] = []
  const subscription = world.bus.subscribe(subjects.liveUser(user.id), (body) => frames.push(body))
  await world.bus.flush()
  const granted = await world.rpc('billing.grant', { userId: user.id, by: 'operator' })
  expect(granted.tier).toBe('premium')
  expect(await world.rpc('billing.tier', { userId: user.id })).toEqual({ tier: 'premium', version: 1 })
  expect(await world.rpc('billing.subscription', {}, as(user))).toMatchObject({ tier: 'premium', source: 'grant' })
  await eventually('the frame', () => frames.includes('{"type":"subscription_changed","tier":"premium"}'))
  subscription.stop()
  await eventually('auth to know', async () => (await tierAtAuth(user)) === 'premium')
  const rows = await world.postgres('billing', 'SELECT granted_by, granted_at, revoked_at FROM grants WHERE user_id = $1', [user.id])
  expect(rows).toEqual([{ granted_by: 'operator', granted_at: new Date(granted.grantedAt), revoked_at: null }])
})

test('granting or revoking twice publishes one event', async () => {
  const user = await newUser()
  const both = await Promise.all([1, 2].map(() => world.rpc('billing.grant', { userId: user.id, by: 'operator' })))
  expect(both[0]).toEqual(both[1])
  for (const _ of [1, 2]) expect(await world.rpc('billing.revoke_grant', { userId: user.id, by: 'operator' })).toEqual({ tier: 'free' })
  expect(await eventsOf(user)).toEqual([
    { tier: 'premium', version: 1 },
    { tier: 'free', version: 2 },
  ])
  expect(await world.rpc('billing.tier', { userId: user.id })).toEqual({ tier: 'free', version: 2 })
})

// covers: S-downgrade billing.choose_free
test('choosing free ends the grant and returns the changed user', async () => {
  const user = await newUser()
  await world.rpc('billing.grant', { userId: user.id, by: 'operator' })
  await eventually('auth to know of the grant', async () => (await tierAtAuth(user)) === 'premium')
  const answered = await world.rpc('billing.choose_free', { subscriptionTier: 'free' }, as(user))
  expect(answered).toEqual({ ...user, subscriptionTier: 'free' })
  const [row] = await world.postgres('billing', 'SELECT revoked_by FROM grants WHERE user_id = $1', [user.id])
  expect(row).toEqual({ revoked_by: `user ${user.id}` })
  await eventually('auth to know of its end', async () => (await tierAtAuth(user)) === 'free')
  expect(await world.rpc('billing.choose_free', { subscriptionTier: 'free' }, as(user))).toMatchObject({ subscriptionTier: 'free' })
})

test('a grant needs an existing user', async () => {
  await expect(world.rpc('billing.grant', { userId: 999_999, by: 'operator' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.rpc('billing.subscription', {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('ending a grant leaves a Stripe subscription premium', async () => {
  const user = await newUser()
  await world.rpc('billing.grant', { userId: user.id, by: 'operator' })
  const end = new Date(Date.now() + 86_400_000)
  await world.postgres(
    'billing',
    `INSERT INTO subscriptions (user_id, stripe_subscription_id, status, current_period_start, current_period_end, created_at, updated_at)
     VALUES ($1, $2, 'past_due', $3, $4, $3, $3)`,
    [user.id, `sub_${user.id}`, new Date(), end],
  )
  expect(await world.rpc('billing.revoke_grant', { userId: user.id, by: 'operator' })).toEqual({ tier: 'premium' })
  expect(await world.rpc('billing.subscription', {}, as(user))).toMatchObject({
    source: 'stripe',
    status: 'past_due',
    currentPeriodEnd: end.toISOString(),
  })
  await world.postgres('billing', "UPDATE subscriptions SET status = 'canceled' WHERE user_id = $1", [user.id])
  expect((await world.rpc('billing.tier', { userId: user.id })).tier).toBe('free')
})

test('a subscription of another product is worth no Premium', async () => {
  const user = await newUser()
  await world.postgres(
    'billing',
    `INSERT INTO subscriptions (user_id, stripe_subscription_id, status, pays_premium, current_period_start, current_period_end,
       created_at, updated_at) VALUES ($1, $2, 'active', false, $3, $3, $3, $3)`,
    [user.id, `sub_${user.id}`, new Date()],
  )
  expect((await world.rpc('billing.tier', { userId: user.id })).tier).toBe('free')
  expect(await world.rpc('billing.subscription', {}, as(user))).toMatchObject({ tier: 'free', source: 'none' })
})

test('a status that is new to this release is read as unknown', async () => {
  const user = await newUser()
  await world.postgres(
    'billing',
    `INSERT INTO subscriptions (user_id, stripe_subscription_id, status, current_period_start, current_period_end, created_at, updated_at)
     VALUES ($1, $2, 'hibernating', $3, $3, $3, $3)`,
    [user.id, `sub_${user.id}`, new Date()],
  )
  expect(await world.rpc('billing.subscription', {}, as(user))).toMatchObject({ tier: 'free', status: 'unknown' })
})

test('a late or repeated event never reverts the tier', async () => {
  const user = await newUser()
  await world.rpc('billing.grant', { userId: user.id, by: 'operator' })
  await world.rpc('billing.revoke_grant', { userId: user.id, by: 'operator' })
  await eventually('auth to know', async () => {
    const [row] = await world.postgres<{ tier_version: number }>('auth', 'SELECT tier_version FROM users WHERE id = $1', [user.id])
    return row?.tier_version === 2
  })
  await world.postgres(
    'billing',
    `UPDATE outbox SET sent_at = NULL, id = gen_random_uuid(), at = at - interval '1 minute'
     WHERE data->>'tier' = 'premium' AND (data->>'userId')::int = $1`,
    [user.id],
  )
  await eventually(
    'the old event to be published again',
    async () => (await world.postgres('billing', 'SELECT 1 FROM outbox WHERE sent_at IS NULL')).length === 0,
  )
  // Events are consumed in order: once a later one has taken effect, the old one has been handled.
  const next = await newUser()
  await world.rpc('billing.grant', { userId: next.id, by: 'operator' })
  await eventually('auth to have handled both', async () => (await tierAtAuth(next)) === 'premium')
  expect(await tierAtAuth(user)).toBe('free')
})

test('payments need their keys, and production a choice', async () => {
  const env = { SUPERVISOR_FD: '3', NATS_URL: 'nats://127.0.0.1:1', DATABASE_URL: world.databaseUrl('billing') }
  await expect(ServiceProcess.start('billing', { ...env, EMBEDDED: '1', BILLING: 'stripe' })).rejects.toThrow(
    /STRIPE_SECRET_KEY needed with BILLING=stripe; STRIPE_PRICE_ID needed/,
  )
  await expect(ServiceProcess.start('billing', { ...env, NODE_ENV: 'production' })).rejects.toThrow(/BILLING must be chosen/)
})
