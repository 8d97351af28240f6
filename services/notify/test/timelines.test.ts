import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, householdWith, nextPush, type PushWorld, report, startPushWorld } from './devices.ts'

const LIFE = 46_000
let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld()
})
afterAll(() => pushes.stop())

const household = (count = 1) => householdWith(pushes, count)

// covers: notify.ring_timeline
test('the timeline of a missed ring says what each device did and why it was missed', async () => {
  const { resident, device } = await household()
  const { id } = await pushes.world.visitor().ring(resident)
  await nextPush(pushes, device)
  const stranger = await pushes.world.resident()
  await expect(stranger.call('notify.ring_timeline', { id })).rejects.toMatchObject({ code: 'not_found' })
  await pushes.world.clock.shift(LIFE)
  await nextPush(pushes, device, 2)
  const timeline = await eventually('both pushes to be accepted', async () => {
    const found = await resident.call('notify.ring_timeline', { id })
    return found.pushes.filter(({ acceptedAt }) => acceptedAt).length === 2 ? found : undefined
  })
  expect(timeline.pushes.map(({ kind, statuses }) => [kind, statuses])).toEqual([
    ['ring', [201]],
    ['ended', [201]],
  ])
  expect(timeline.causes.map(({ code }) => code)).toEqual(['not_shown', 'no_open_page'])
  expect(timeline.steps).toMatchObject([{ kind: 'mail' }])
})

test('a device that is removed later leaves a count in the timelines of its rings', async () => {
  const { resident, device } = await household()
  const { id } = await pushes.world.visitor().ring(resident)
  await nextPush(pushes, device)
  await pushes.world.clock.shift(LIFE)
  const timeline = () => resident.call('notify.ring_timeline', { id })
  await eventually('the cause', async () => (await timeline()).causes.some(({ code }) => code === 'not_shown'))
  expect(await timeline()).toMatchObject({ removed: 0 })
  await resident.call('notify.remove_device', { id: device.id })
  expect(await timeline()).toMatchObject({ pushes: [], removed: 1, causes: [{ code: 'no_open_page' }] })
})

test('a timeline lists devices in the order in which they were added, whatever changed last', async () => {
  const { resident, device } = await household()
  const added = [device]
  for (const other of [await resident.anotherDevice(), await resident.anotherDevice()]) added.push(await addDevice(pushes, other))
  const { id } = await pushes.world.visitor().ring(resident)
  for (const one of added.toReversed()) await report(pushes, (await nextPush(pushes, one)).app_data.token)
  const found = await resident.call('notify.ring_timeline', { id })
  expect(found.pushes.map(({ deviceId }) => deviceId)).toEqual(added.map((one) => one.id))
})

test('the timeline names the open pages that a ring has reached', async () => {
  const { resident, others, device } = await household(2)
  const { id } = await pushes.world.visitor().ring(resident)
  const socket = await others[0]?.socket()
  for (const state of ['delivered', 'seen'] as const) socket?.send({ type: 'receipt', activityId: id, state })
  const { pages } = await eventually('both receipts, whichever is stored first', async () => {
    const found = await resident.call('notify.ring_timeline', { id })
    return found.pages.some(({ deliveredAt, seenAt }) => deliveredAt && seenAt) ? found : undefined
  })
  const listed = await resident.call('notify.devices', {})
  const other = listed.find((known) => known.id !== device.id)
  expect(pages).toEqual([{ device: other?.name, deliveredAt: expect.any(String), seenAt: expect.any(String) }])
})
