// @all: its weeks pass for the whole product; that the switch is kept is shown by own-devices.test.ts
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import type { Device } from '#proto/push.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, allPushesTo, type PushWorld, report, startPushWorld, type TestDevice } from './devices.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ALL_DAY = { enabled: true, from: '00:00', to: '23:59' }
let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld()
})
afterAll(() => pushes.stop())

async function checkedDevice(language: 'en' | 'de' = 'en') {
  const resident = await pushes.world.resident()
  const device = await addDevice(pushes, resident, language)
  await resident.call('notify.change_device', { id: device.id, weeklyCheck: true })
  return { resident, device }
}
async function dueOf(resident: Resident): Promise<number> {
  const [device] = await resident.call('notify.devices', {})
  return Date.parse(device?.nextCheckAt ?? '')
}
const shiftTo = (at: number) => pushes.world.clock.shift(at - pushes.world.now())
/** Its resident has used it meanwhile. @returns the time that has come */
async function weekPasses(resident: Resident): Promise<number> {
  const due = await dueOf(resident)
  await shiftTo(due + MINUTE)
  await resident.call('notify.put_state', { armed: true, permission: 'granted' })
  return due
}
const moved = (resident: Resident, from: number) =>
  eventually('the next check', async () => {
    const due = await dueOf(resident)
    return due > from && due
  })
const checksTo = (device: TestDevice) => allPushesTo(pushes, device)
const firstCheck = (device: TestDevice) => eventually('a check', () => checksTo(device)[0])
const faultsOf = async (resident: Resident) => (await resident.call('notify.diagnosis', {})).devices.flatMap(({ faults }) => faults)

test('a check is off until it is switched on, and then due a week later in the daytime', async () => {
  const resident = await pushes.world.resident()
  const { id } = await addDevice(pushes, resident)
  await resident.call('doorbell.change_preferences', { timeZone: 'Asia/Kolkata' })
  expect(await resident.call('notify.devices', {})).toMatchObject([{ weeklyCheck: false, nextCheckAt: null }])
  const isOn: Device = await resident.call('notify.change_device', { id, weeklyCheck: true })
  const due = new Date(isOn.nextCheckAt ?? '')
  expect(isOn.weeklyCheck).toBe(true)
  expect(due.getTime()).toBeGreaterThan(pushes.world.now() + 7 * DAY_MS - MINUTE)
  expect(due.getTime()).toBeLessThan(pushes.world.now() + 8 * DAY_MS)
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', hour: 'numeric', hourCycle: 'h23' }).format(due))
  expect(hour).toBeGreaterThanOrEqual(10)
  expect(hour).toBeLessThan(20)
  // A repetition keeps the time.
  expect(await resident.call('notify.change_device', { id, weeklyCheck: true })).toEqual(isOn)
  expect(await resident.call('notify.change_device', { id, weeklyCheck: false })).toMatchObject({ weeklyCheck: false, nextCheckAt: null })
})

// covers: C-weekly-check
test('a week later one check is pushed, whatever the matrix says, and nothing to a device without', async () => {
  const { resident, device } = await checkedDevice()
  const other = await pushes.world.resident()
  const without = await addDevice(pushes, other)
  await resident.call('doorbell.change_preferences', { matrix: { system: { push: false } } })
  const due = await weekPasses(resident)
  const { notification, urgency, ttl } = await firstCheck(device)
  expect(notification).toMatchObject({
    title: 'This device can ring',
    body: 'This is your weekly check. You don’t need to do anything.',
    navigate: `${pushes.world.url}/settings/devices`,
  })
  expect(urgency).toBe('normal')
  expect(ttl).toBeGreaterThan(HOUR / 1_000 - 60)
  expect(ttl).toBeLessThanOrEqual((4 * HOUR) / 1_000)
  expect(await moved(resident, due)).toBeGreaterThanOrEqual(due + 7 * DAY_MS)
  // As left by a copy that dies before it has moved the time: the next run moves it, and pushes nothing.
  await pushes.world.postgres('notify', 'UPDATE devices SET next_check_at = $2 WHERE id = $1', [device.id, new Date(due)])
  await pushes.world.clock.shift(2 * MINUTE)
  await moved(resident, due)
  expect(checksTo(device)).toHaveLength(1)
  expect(checksTo(without)).toEqual([])
})

test('a device is checked in its language', async () => {
  const { resident, device } = await checkedDevice('de')
  await weekPasses(resident)
  const { notification } = await firstCheck(device)
  expect(notification).toMatchObject({
    title: 'Dieses Gerät kann klingeln',
    body: 'Das ist Ihre wöchentliche Prüfung. Sie müssen nichts tun.',
    lang: 'de',
  })
})

test.each([
  ['quiet hours', { quietHours: ALL_DAY }, { quietHours: { ...ALL_DAY, enabled: false } }],
  ['do not disturb', { switches: { doNotDisturb: true } }, { switches: { doNotDisturb: false } }],
  ['push notifications that are off', { switches: { pushNotifications: false } }, { switches: { pushNotifications: true } }],
] as const)('a check waits for the end of %s', async (_what, quiet, over) => {
  const { resident, device } = await checkedDevice()
  await resident.call('doorbell.change_preferences', { ...quiet, timeZone: 'UTC' })
  const due = await weekPasses(resident)
  const later = await moved(resident, due)
  expect(later).toBeLessThan(due + 2 * DAY_MS)
  expect(checksTo(device)).toEqual([])
  await resident.call('doorbell.change_preferences', over)
  await weekPasses(resident)
  await firstCheck(device)
})

test('quiet hours that cover the daytime are waited out, and the check is sent at their end', async () => {
  const { resident, device } = await checkedDevice()
  await resident.call('doorbell.change_preferences', { quietHours: { enabled: true, from: '09:00', to: '21:00' }, timeZone: 'UTC' })
  const morning = new Date(await dueOf(resident))
  morning.setUTCHours(10, 0, 0, 0)
  await pushes.world.postgres('notify', 'UPDATE devices SET next_check_at = $2 WHERE id = $1', [device.id, morning])
  const due = await weekPasses(resident)
  expect(await moved(resident, due)).toBe(morning.setUTCHours(21))
  expect(checksTo(device)).toEqual([])
  await weekPasses(resident)
  await firstCheck(device)
})

test('without a subscription nothing is sent, and the weeks go on', async () => {
  const { resident } = await checkedDevice()
  await resident.call('notify.drop_push', {})
  const due = await weekPasses(resident)
  await moved(resident, due)
  const again = await addDevice(pushes, resident)
  expect(checksTo(again)).toEqual([])
  await weekPasses(resident)
  await firstCheck(again)
})

test('a check that was not shown within a day casts doubt until one is', async () => {
  const { resident, device } = await checkedDevice()
  await weekPasses(resident)
  const { app_data } = await firstCheck(device)
  await eventually('the answer to be stored', async () => (await resident.call('notify.devices', {}))[0]?.lastAcceptedAt)
  await pushes.world.clock.shift(23 * HOUR)
  expect(await faultsOf(resident)).toEqual([])
  await pushes.world.clock.shift(2 * HOUR)
  expect(await faultsOf(resident)).toMatchObject([{ code: 'not_shown', stops: false, params: { isCheck: true } }])
  await report(pushes, app_data.token)
  expect(await faultsOf(resident)).toEqual([])
})

test('a removed device leaves nothing of its checks', async () => {
  const { resident, device } = await checkedDevice()
  const due = await weekPasses(resident)
  await firstCheck(device)
  await moved(resident, due)
  await resident.call('notify.remove_device', { id: device.id })
  expect(await pushes.world.postgres('notify', 'SELECT 1 FROM pushes WHERE device_id = $1', [device.id])).toEqual([])
})
