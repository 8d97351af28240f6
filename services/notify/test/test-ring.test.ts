/** A test ring for one device (record 0068). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, nextPush, type PushWorld, pushesTo, report, startPushWorld } from './devices.ts'

let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld()
})
afterAll(() => pushes.stop())

const doorOf = async (person: Resident) => (await person.call('doorbell.doors', {}))[0]?.id ?? 0
const household = async () => {
  const one = await pushes.world.resident()
  const other = await one.anotherDevice()
  return { one, other, id: await doorOf(one), first: await addDevice(pushes, one), second: await addDevice(pushes, other) }
}
const listed = async (person: Resident) => (await person.call('doorbell.activities', {})).map(({ id }) => id)

// covers: C-test-ring-device
test('a test ring for one device reaches its sockets, its list and its push alone', async () => {
  const { one, other, id, first, second } = await household()
  const [mine, its] = [await one.socket(), await other.socket()]
  const ring = await one.call('doorbell.test_ring', { id, deviceId: second.id })
  expect((await its.next('doorbell_ring')).activity).toMatchObject({ id: ring.id, test: true })
  expect((await nextPush(pushes, second)).app_data.activityId).toBe(ring.id)
  expect([await listed(other), await listed(one)]).toEqual([[ring.id], []])
  // What is sent to both comes after it.
  const real = await pushes.world.visitor().ring(one)
  await mine.next('doorbell_ring', ({ activityId }) => activityId === real.id)
  expect(mine.all('doorbell_ring').map(({ activityId }) => activityId)).toEqual([real.id])
  await nextPush(pushes, first)
  expect(pushesTo(pushes, first).map(({ app_data }) => app_data.activityId)).toEqual([real.id])
})

test('its end reaches that device alone, and is pushed to nobody', async () => {
  const { one, other, id, second } = await household()
  const [mine, its] = [await one.socket(), await other.socket()]
  const ring = await one.call('doorbell.test_ring', { id, deviceId: second.id })
  await nextPush(pushes, second)
  await other.call('doorbell.handle', { id: ring.id, handledType: 'message' })
  await its.next('activity_changed', ({ activity }) => activity.id === ring.id && activity.outcome === 'answered_message')
  const real = await pushes.world.visitor().ring(one)
  await mine.next('doorbell_ring', ({ activityId }) => activityId === real.id)
  expect(mine.all('activity_changed').filter(({ activityId }) => activityId === ring.id)).toEqual([])
  await nextPush(pushes, second, 2)
  expect(pushesTo(pushes, second).map(({ app_data }) => app_data.kind)).toEqual(['ring', 'ring'])
})

test('a page that opens during it learns of it on that device alone', async () => {
  const { one, other, id, second } = await household()
  const ring = await one.call('doorbell.test_ring', { id, deviceId: second.id })
  const its = await other.socket()
  expect((await its.next('doorbell_ring')).activityId).toBe(ring.id)
  const mine = await one.socket()
  await mine.next('notifications_changed')
  expect(mine.all('doorbell_ring')).toEqual([])
})

test('its measured time is among the ring times of its device', async () => {
  const { one, id, second } = await household()
  await one.call('doorbell.test_ring', { id, deviceId: second.id })
  const { app_data } = await nextPush(pushes, second)
  await report(pushes, app_data.token)
  await eventually('a ring time', async () => {
    const devices = await one.call('notify.devices', {})
    return devices.map(({ ringTimes }) => ringTimes.length).join() === '0,1'
  })
})

test('tests of two devices and of all are three rings, and a second press is none', async () => {
  const { one, id, first, second } = await household()
  const test = (deviceId?: string) => one.call('doorbell.test_ring', { id, ...(deviceId ? { deviceId } : {}) })
  const rings = [await test(first.id), await test(second.id), await test(), await test(second.id)].map((ring) => ring.id)
  expect(new Set(rings).size).toBe(3)
  expect(rings[3]).toBe(rings[1])
})

test("another account's device, and one that was removed, are 404", async () => {
  const { one, id } = await household()
  const stranger = await household()
  const foreign = one.call('doorbell.test_ring', { id, deviceId: stranger.first.id })
  await expect(foreign).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await stranger.one.call('notify.remove_device', { id: stranger.second.id })
  const removed = stranger.one.call('doorbell.test_ring', { id: stranger.id, deviceId: stranger.second.id })
  await expect(removed).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(await listed(stranger.one)).toEqual([])
})
