import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, nextPush, type PushWorld, pushesTo, startPushWorld, type TestDevice } from './devices.ts'

let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld({ supervised: true })
})
afterAll(() => pushes.stop())

const oneDevice = async () => {
  const resident = await pushes.world.resident()
  return { resident, device: await addDevice(pushes, resident) }
}
const ring = (resident: Awaited<ReturnType<typeof oneDevice>>['resident'], message = 'A parcel') =>
  pushes.world.visitor().ring(resident, { visitorName: 'Ana Lima', message })
const answersOf = ({ endpoint }: TestDevice) => pushes.push.requestsTo(endpoint).map(({ answered }) => answered)
const stateOf = async (id: number) =>
  (
    await pushes.world.postgres<{ state: string; attempts: number; statuses: number[] }>(
      'notify',
      "SELECT state, attempts, statuses FROM pushes WHERE activity_id = $1 AND kind = 'ring'",
      [id],
    )
  )[0]
const settled = (id: number, state: string) =>
  eventually(`the push to be ${state}`, async () => {
    const row = await stateOf(id)
    return row?.state === state ? row : undefined
  })

// First: no other request of this file has a connection.
// covers: N-push
test('what waits for a connection when its ring is answered is not sent', async () => {
  const resident = await pushes.world.resident()
  const devices = [await addDevice(pushes, resident)]
  while (devices.length < 11) devices.push(await addDevice(pushes, await resident.anotherDevice()))
  for (const { endpoint } of devices) pushes.push.answer(endpoint, 'never')
  // There are 32 connections to one push service; sign-ins of the last devices may have some of them.
  const rings = [await ring(resident), await ring(resident), await ring(resident)]
  const requests = () => devices.flatMap((device) => pushesTo(pushes, device))
  await eventually('32 hanging requests', () => devices.flatMap(answersOf).filter((answer) => answer === 'never').length >= 32)
  for (const { endpoint } of devices) pushes.push.answer(endpoint)
  for (const { id } of rings) await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
  const dropped = () =>
    pushes.world.postgres<{ id: string }>(
      'notify',
      "SELECT id FROM pushes WHERE activity_id = ANY($1) AND kind = 'ring' AND state = 'dropped' AND attempts = 0",
      [rings.map(({ id }) => id)],
    )
  const unsent = await eventually('a push that is dropped', async () => ((await dropped()).length ? dropped() : undefined), 20_000)
  const sent = new Set(requests().map(({ app_data }) => app_data.token))
  expect(unsent.filter(({ id }) => sent.has(id))).toEqual([])
})

// covers: N-push
test.each([404, 410])('%i ends the subscription, and the device says so', async (status) => {
  const { resident, device } = await oneDevice()
  pushes.push.answer(device.endpoint, { status })
  const { id } = await ring(resident)
  await settled(id, 'gone')
  expect(await resident.call('notify.devices', {})).toMatchObject([{ id: device.id, push: 'expired' }])
  await ring(resident)
  expect(answersOf(device)).toEqual([status])
})

test('an interim answer is none: the answer follows', async () => {
  const { resident, device } = await oneDevice()
  pushes.push.answer(device.endpoint, { interim: true, afterMs: 50 })
  const { id } = await ring(resident)
  expect(await settled(id, 'accepted')).toMatchObject({ statuses: [201] })
})

// covers: N-push
test.each([429, 500, 503])('%i is tried again until it is accepted', async (status) => {
  const { resident, device } = await oneDevice()
  pushes.push.answer(device.endpoint, { status, headers: { 'retry-after': '0' } }, { status }, {})
  const { id } = await ring(resident)
  expect(await settled(id, 'accepted')).toMatchObject({ attempts: 3, statuses: [status, status, 201] })
  expect(answersOf(device)).toEqual([status, status, 201])
})

test('413 is tried again with a shorter text, once', async () => {
  const { resident, device } = await oneDevice()
  pushes.push.answer(device.endpoint, { status: 413 })
  const { id } = await ring(resident, 'A long story')
  expect(await settled(id, 'failed')).toMatchObject({ statuses: [413, 413] })
  const [whole, short] = pushesTo(pushes, device)
  expect([whole?.notification.body, short?.notification.body]).toEqual(['A long story', ''])
})

test.each([307, 308, 403, 400])('%i is not tried again, and no redirect is followed', async (status) => {
  const { resident, device } = await oneDevice()
  const other = pushes.push.createSubscription().endpoint
  pushes.push.answer(device.endpoint, { status, headers: { location: other } })
  const { id } = await ring(resident)
  expect(await settled(id, 'failed')).toMatchObject({ attempts: 1, statuses: [status] })
  expect(pushes.push.requestsTo(other)).toEqual([])
})

test('a refused key is counted by the vendor', async () => {
  const metrics = async () => (await fetch(`${pushes.world.httpOf('notify')}/metrics`)).text()
  expect(await metrics()).toMatch(/doorbell_push_refused_total\{vendor="other"\} [1-9]/)
})

test('a push service that never answers delays no other', async () => {
  const resident = await pushes.world.resident()
  const hanging = await addDevice(pushes, resident)
  const other = await addDevice(pushes, await resident.anotherDevice())
  pushes.push.answer(hanging.endpoint, 'never')
  await ring(resident)
  await ring(resident)
  const [first, second] = [await nextPush(pushes, other, 1), await nextPush(pushes, other, 2)]
  expect(second.at - first.at).toBeLessThan(5_000)
})

test('a ring is placed while notify is stopped, and pushed once it is back', async () => {
  const { resident, device } = await oneDevice()
  const { pid = 0 } = pushes.world.service('notify')
  process.kill(pid, 'SIGSTOP')
  const { id } = await ring(resident)
  expect(pushesTo(pushes, device)).toEqual([])
  process.kill(pid, 'SIGCONT')
  expect((await nextPush(pushes, device)).app_data.activityId).toBe(id)
  await settled(id, 'accepted')
})

test('a copy that dies leaves its pushes to the next one', async () => {
  const { resident, device } = await oneDevice()
  pushes.push.answer(device.endpoint, 'never', {})
  const { id } = await ring(resident)
  await eventually('the request', () => answersOf(device).length === 1)
  await pushes.world.kill('notify')
  await pushes.world.running('notify')
  await pushes.world.clock.shift(21_000)
  expect(await settled(id, 'accepted')).toMatchObject({ attempts: 2, statuses: [0, 201] })
  expect(answersOf(device)).toEqual(['never', 201])
})

test('an answer also replaces a ring that the push service took without answering', async () => {
  const { resident, device } = await oneDevice()
  pushes.push.answer(device.endpoint, 'cut')
  const { id } = await ring(resident)
  await nextPush(pushes, device)
  await resident.call('doorbell.handle', { id, handledType: 'message' })
  await eventually('the push of the end', () => pushesTo(pushes, device).some(({ app_data }) => app_data.kind === 'ended'))
})

// Last, because a new process uses the machine's clock.
test('a miss is pushed though the event of its ring did not arrive', async () => {
  const { resident, device } = await oneDevice()
  const { id } = await ring(resident)
  await settled(id, 'accepted')
  // As when the event of the ring is repeated after that of its end, to a copy that has not seen it.
  for (const table of ['pushes', 'steps', 'rings'])
    await pushes.world.postgres('notify', `DELETE FROM ${table} WHERE activity_id = $1`, [id])
  await pushes.world.kill('notify')
  await pushes.world.running('notify')
  await pushes.world.clock.shift(46_000)
  const { app_data, notification } = await nextPush(pushes, device, 2)
  expect(app_data).toMatchObject({ kind: 'ended', activityId: id })
  expect(notification.title).toMatch(/^Missed: Ana Lima/)
})
