/** Rings of a door that its owner shares: they are pushed to members too, each by their own preferences (record 0084). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { joinHousehold } from '#scripts/testing/household.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, allPushesTo, nextPush, type PushWorld, pushesTo, report, startPushWorld, visitorPhoto } from './devices.ts'

const LIFE = 46_000
let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld()
})
afterAll(() => pushes.stop())

/** An owner and a member of the household, each with a device. */
async function household() {
  const owner = await pushes.world.resident()
  const member = await pushes.world.resident()
  await joinHousehold(owner, member, { name: 'Mia' })
  return { owner, member, ownerDevice: await addDevice(pushes, owner), device: await addDevice(pushes, member) }
}
const ring = (owner: Resident) => pushes.world.visitor().ring(owner, { visitorName: 'Ana Lima', message: 'A parcel' })
const remove = async (owner: Resident) => {
  const [member] = (await owner.call('doorbell.household', {})).members
  await owner.call('doorbell.remove_member', { id: member?.id ?? 0 })
}
const statesOf = (id: number, { user }: Resident) =>
  pushes.world.postgres<{ state: string; attempts: number }>(
    'notify',
    "SELECT state, attempts FROM pushes WHERE activity_id = $1 AND user_id = $2 AND kind = 'ring'",
    [id, user.id],
  )
const settled = (id: number, resident: Resident, state: string) =>
  eventually(`the push to be ${state}`, async () => (await statesOf(id, resident)).some((push) => push.state === state))

// covers: N-household
test('a ring is pushed to the devices of the owner and of members', async () => {
  const { owner, ownerDevice, device } = await household()
  const { id } = await ring(owner)
  for (const one of [ownerDevice, device]) {
    const { urgency, notification, app_data } = await nextPush(pushes, one)
    expect(urgency).toBe('high')
    expect(notification).toMatchObject({ title: 'Ana Lima is at the door', body: expect.stringMatching(/A parcel$/), tag: `ring-${id}` })
    expect(app_data).toMatchObject({ activityId: id, kind: 'ring' })
  }
})

// covers: N-household
test('a quiet member gets no push, and the owner does', async () => {
  const { owner, member, ownerDevice, device } = await household()
  await member.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  const { id } = await ring(owner)
  await nextPush(pushes, ownerDevice)
  await settled(id, member, 'withheld')
  expect(pushesTo(pushes, device)).toEqual([])
})

test('a quiet owner gets no push, and the member does', async () => {
  const { owner, ownerDevice, device } = await household()
  await owner.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  const { id } = await ring(owner)
  await nextPush(pushes, device)
  await settled(id, owner, 'withheld')
  expect(pushesTo(pushes, ownerDevice)).toEqual([])
})

test.each([
  ['the owner', /^Answered on /],
  ['the member', /^Answered by Mia$/],
])('an answer of %s replaces the ring on the devices of both', async (who, said) => {
  const { owner, member, ownerDevice, device } = await household()
  const { id } = await ring(owner)
  for (const one of [ownerDevice, device]) await nextPush(pushes, one)
  await (who === 'the owner' ? owner : member).call('doorbell.handle', { id, handledType: 'message' })
  for (const one of [ownerDevice, device]) {
    const { notification } = await nextPush(pushes, one, 2)
    expect(notification).toMatchObject({ tag: `ring-${id}`, silent: true, body: expect.stringMatching(said) })
  }
})

// covers: N-household
test('a miss is pushed to members by their own preferences', async () => {
  const { owner, member, ownerDevice, device } = await household()
  await owner.call('doorbell.change_preferences', { matrix: { missed: { push: false } } })
  await member.call('doorbell.change_preferences', { matrix: { missed: { push: true } } })
  const { id } = await ring(owner)
  for (const one of [ownerDevice, device]) await nextPush(pushes, one)
  await pushes.world.clock.shift(LIFE)
  expect((await nextPush(pushes, device, 2)).app_data).toMatchObject({ activityId: id, kind: 'ended' })
  expect(pushesTo(pushes, ownerDevice)).toHaveLength(1)
})

test("a member's worker reports, learns of the photo and waits for the end of its ring", async () => {
  const { owner, member, device } = await household()
  const photo = await visitorPhoto()
  const { id } = await pushes.world.visitor().ring(owner, { visitorName: 'Ana Lima', message: 'A parcel', photo })
  const { token } = (await nextPush(pushes, device)).app_data
  await report(pushes, token)
  expect((await member.call('notify.devices', {}))[0]?.lastShownAt).toEqual(expect.any(String))
  const worker = pushes.world.person()
  expect(await worker.call('notify.await_ring_end', { token, wantsPhoto: true })).toMatchObject({ ring: 'live', image: expect.any(String) })
  const end = worker.call('notify.await_ring_end', { token })
  await owner.call('doorbell.handle', { id, handledType: 'dismissed' })
  expect(await end).toEqual({ ring: 'over' })
})

test('a ring that a member’s device has shown is mailed to nobody', async () => {
  const { owner, device } = await household()
  const { id } = await ring(owner)
  await report(pushes, (await nextPush(pushes, device)).app_data.token)
  await pushes.world.clock.shift(8_100)
  const steps = () =>
    pushes.world.postgres<{ reason: string | null; owner_id: number }>(
      'notify',
      'SELECT reason, owner_id FROM steps WHERE activity_id = $1',
      [id],
    )
  await eventually('the step to be skipped', async () => (await steps())[0]?.reason !== null)
  expect(await steps()).toEqual([{ reason: 'seen', owner_id: owner.user.id }])
})

// covers: N-household
test('what is due to a member who is removed is not sent', async () => {
  const { owner, member, device } = await household()
  pushes.push.answer(device.endpoint, { status: 503, headers: { 'retry-after': '5' } }, {})
  const { id } = await ring(owner)
  await settled(id, member, 'due')
  await remove(owner)
  await pushes.world.clock.shift(5_000)
  await settled(id, member, 'dropped')
  expect(pushesTo(pushes, device)).toHaveLength(1)
})

test('no later ring is pushed to a member who is removed', async () => {
  const { owner, member, ownerDevice, device } = await household()
  await remove(owner)
  const { id } = await ring(owner)
  await nextPush(pushes, ownerDevice)
  expect(await statesOf(id, member)).toEqual([])
  expect(pushesTo(pushes, device)).toEqual([])
})

test('a test ring is pushed to the owner alone', async () => {
  const { owner, member, ownerDevice } = await household()
  const [door] = await owner.call('doorbell.doors', {})
  const { id } = await owner.call('doorbell.test_ring', { id: door?.id ?? 0 })
  await nextPush(pushes, ownerDevice)
  expect(await statesOf(id, member)).toEqual([])
})

test('a deleted account is in no ring of a household any more', async () => {
  const { owner, member, ownerDevice } = await household()
  const { id } = await ring(owner)
  await nextPush(pushes, ownerDevice)
  const members = async () =>
    (await pushes.world.postgres<{ members: number[] }>('notify', 'SELECT members FROM rings WHERE activity_id = $1', [id]))[0]?.members
  expect(await members()).toEqual([member.user.id])
  await pushes.world.rpc('notify.forget_user', { userId: member.user.id })
  expect(await members()).toEqual([])
  expect(await statesOf(id, member)).toEqual([])
})

test('a message after a miss is pushed to each account that has the ring', async () => {
  const { owner, ownerDevice, device } = await household()
  const visitor = pushes.world.visitor()
  const { id } = await visitor.ring(owner, { visitorName: 'Ana Lima' })
  await pushes.world.clock.shift(LIFE)
  await eventually('the miss', async () => (await visitor.visit(id)).outcome === 'missed')
  await visitor.call('doorbell.write_as_visitor', { id, message: 'At the neighbour’s' })
  for (const one of [ownerDevice, device])
    await eventually('the message', () => allPushesTo(pushes, one).some(({ notification }) => notification.body === 'At the neighbour’s'))
})
