/** What an answer announces can be read once it is there, although other services hear of it by an event. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'gateway'] })
}, 60_000)
afterAll(() => world.stop())

/** An event takes some 100 ms: one of so many rounds would see the old state. */
const ROUNDS = 5

test('a downgrade is answered when account and doors have it [S-downgrade]', async () => {
  const owner = await world.resident()
  await world.grantPremium(owner.user.id)
  const further = await owner.call('doorbell.add_door', { label: 'Garden' })
  const opens = async () => (await world.visitor().http(`/api/doorbell/doors/${further.qrCodeId}`)).status
  for (let round = 0; round < ROUNDS; round++) {
    await owner.call('billing.choose_free', { subscriptionTier: 'free' })
    const [status, { subscriptionTier }] = await Promise.all([opens(), owner.call('auth.user', {})])
    expect([subscriptionTier, status]).toEqual(['free', 404])
    await world.rpc('billing.grant', { userId: owner.user.id, by: 'test' })
    const [again, user] = await Promise.all([opens(), owner.call('auth.user', {})])
    expect([user.subscriptionTier, again]).toEqual(['premium', 200])
  }
})

test('a change of plan is notified once, however it was heard of', async () => {
  const owner = await world.resident()
  await world.grantPremium(owner.user.id)
  await owner.call('billing.choose_free', { subscriptionTier: 'free' })
  await world.grantPremium(owner.user.id)
  const plans = (await owner.call('doorbell.notifications', {})).filter(({ kind }) => kind === 'plan')
  expect(plans.map(({ name }) => name)).toEqual(['premium', 'free', 'premium'])
})

test('a rotation is answered when the account names the new code [C-doors-rotate]', async () => {
  const owner = await world.resident()
  const [door] = await owner.call('doorbell.doors', {})
  for (let round = 0; round < ROUNDS; round++) {
    const { qrCodeId } = await owner.call('doorbell.rotate_door', { id: door?.id ?? 0 })
    expect((await owner.call('auth.user', {})).qrCodeId).toBe(qrCodeId)
  }
})

test('a change of plan is answered while another service is away, which follows by the event', async () => {
  const owner = await world.resident({ premium: true })
  await world.kill('doorbell')
  expect(await owner.call('billing.choose_free', { subscriptionTier: 'free' })).toMatchObject({ subscriptionTier: 'free' })
  await world.restart('doorbell')
  await eventually('the event', async () =>
    (await owner.call('doorbell.notifications', {})).some(({ kind, name }) => kind === 'plan' && name === 'free'),
  )
})
