/** A change is readable once it is answered, although other services learn of it by an event. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

/** An event takes some 100 ms: one of this many rounds would read the old state. */
const ROUNDS = 5

// covers: S-downgrade
test('a downgrade is answered once account and doors reflect it', async () => {
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

test('a plan change is notified once', async () => {
  const owner = await world.resident()
  await world.grantPremium(owner.user.id)
  await owner.call('billing.choose_free', { subscriptionTier: 'free' })
  await world.grantPremium(owner.user.id)
  const plans = (await owner.call('doorbell.notifications', {})).filter(({ kind }) => kind === 'plan')
  expect(plans.map(({ name }) => name)).toEqual(['premium', 'free', 'premium'])
})

// covers: doorbell.rotate_door
test('a rotation is answered once the account has the new code', async () => {
  const owner = await world.resident()
  const [door] = await owner.call('doorbell.doors', {})
  for (let round = 0; round < ROUNDS; round++) {
    const { qrCodeId } = await owner.call('doorbell.rotate_door', { id: door?.id ?? 0 })
    expect((await owner.call('auth.user', {})).qrCodeId).toBe(qrCodeId)
  }
})
