/** Reading and changing an account's devices. No ring is placed: the addresses are a vendor's. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const subscribe = () => subscriptionInput(createSubscription(`${VENDOR_ENDPOINT}${randomUUID()}`))
async function household() {
  const resident = await world.resident()
  const device = await resident.call('notify.put_push', subscribe())
  return { resident, device }
}

// covers: notify.devices notify.put_push
test('a browser that subscribes is a device of its account, the present one first', async () => {
  const { resident, device } = await household()
  const other = await resident.anotherDevice()
  const { id } = await other.call('notify.put_push', subscribe())
  expect(device).toMatchObject({ isCurrent: true, push: 'on', armed: false, ringTimes: [], lastShownAt: null })
  expect(await resident.call('notify.devices', {})).toMatchObject([
    { id: device.id, isCurrent: true },
    { id, isCurrent: false },
  ])
  expect(await other.call('notify.devices', {})).toMatchObject([{ id, isCurrent: true }, { id: device.id }])
})

// covers: notify.push_key
test('the public key is a point of P-256, as browsers want it', async () => {
  const { publicKey } = await (await world.resident()).call('notify.push_key', {})
  const point = Buffer.from(publicKey, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
})

// covers: notify.drop_push
test('a browser that is no longer pushed to stays as a device', async () => {
  const { resident, device } = await household()
  await resident.call('notify.drop_push', {})
  expect(await resident.call('notify.devices', {})).toMatchObject([{ id: device.id, push: 'off' }])
})

// covers: notify.put_state
test('a browser that refuses notifications and may sound says so', async () => {
  const { resident } = await household()
  await resident.call('notify.put_state', { armed: true, permission: 'denied' })
  expect(await resident.call('notify.devices', {})).toMatchObject([{ armed: true, push: 'refused' }])
})

// covers: notify.change_device
test('a device is renamed, and names nobody in its notifications', async () => {
  const { resident, device } = await household()
  const changed = await resident.call('notify.change_device', { id: device.id, name: 'Hall tablet', details: false })
  expect(changed).toMatchObject({ id: device.id, name: 'Hall tablet', details: false })
  expect(await resident.call('notify.devices', {})).toMatchObject([{ name: 'Hall tablet', details: false }])
})

test('a browser that signs in anew keeps its weekly check, even where its state comes first', async () => {
  const resident = await world.resident()
  const subscription = subscribe()
  const { id } = await resident.call('notify.put_push', subscription)
  const { nextCheckAt } = await resident.call('notify.change_device', { id, weeklyCheck: true })
  const anew = await resident.anotherDevice()
  await anew.call('notify.put_state', { armed: true, permission: 'granted' })
  await anew.call('notify.put_push', subscription)
  expect(await anew.call('notify.devices', {})).toMatchObject([{ isCurrent: true, weeklyCheck: true, nextCheckAt }])
})

// covers: notify.remove_device
test('a removed device is gone, and its session stays', async () => {
  const { resident, device } = await household()
  await resident.call('notify.remove_device', { id: device.id })
  expect(await resident.call('notify.devices', {})).toEqual([])
})

// covers: notify.push_report
test('a report is counted by its token alone, and an unknown token is answered alike', async () => {
  const { resident, device } = await household()
  const now = new Date()
  await world.postgres(
    'notify',
    `INSERT INTO pushes (id, user_id, device_id, kind, subject, state, created_at, ends_at, expires_at)
    VALUES ($1::uuid, $2, $1::uuid, 'ring', 'ring', 'accepted', $3, $3, $3)`,
    [device.id, resident.user.id, now],
  )
  const answers = [device.id, device.id, randomUUID(), 'nonsense'].map(async (token) => {
    const { status, text } = await world.person().http('/api/push/reports', { method: 'POST', body: { token, event: 'shown' } })
    return [status, text]
  })
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 4 }, () => [204, '']))
  expect(await resident.call('notify.devices', {})).toMatchObject([{ id: device.id, lastShownAt: expect.any(String) }])
})
