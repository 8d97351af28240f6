/** Which devices would ring, which not, and why: each fault is induced as it happens, and named by its code. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import type { FaultCode } from '#proto/push.ts'
import { newPushKey } from '#scripts/start/secrets.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { pushKeyOf } from '../src/core/push-keys.ts'
import { addDevice, nextPush, type PushWorld, report, startPushWorld, type TestDevice } from './devices.ts'

const OLDER_KEY = newPushKey()
let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld({ envOf: { notify: { PUSH_KEYS: `${newPushKey()},${OLDER_KEY}` } } })
})
afterAll(() => pushes.stop())

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const withDevice = async () => {
  const resident = await pushes.world.resident()
  return { resident, device: await addDevice(pushes, resident) }
}
const diagnosisOf = (resident: Resident) => resident.call('notify.diagnosis', {})
/** Of the account's one device. */
async function verdictOn(resident: Resident) {
  const { account, devices } = await diagnosisOf(resident)
  const [first] = devices
  return { rings: first?.rings, codes: [...account, ...(first?.faults ?? [])].map(({ code }) => code) }
}
const becomes = (resident: Resident, rings: 'yes' | 'maybe' | 'no', ...codes: FaultCode[]) =>
  eventually(`the diagnosis ${rings} ${codes.join()}`, async () => {
    const verdict = await verdictOn(resident)
    return verdict.rings === rings && verdict.codes.join() === codes.join()
  })
const ring = (resident: Resident) => pushes.world.visitor().ring(resident)
const rungOn = async (resident: Resident, device: TestDevice) => {
  const { id } = await ring(resident)
  const { app_data } = await nextPush(pushes, device)
  return { id, token: app_data.token }
}

// covers: notify.diagnosis
test('a device that has shown its last ring rings', async () => {
  const { resident, device } = await withDevice()
  const { token } = await rungOn(resident, device)
  await report(pushes, token)
  expect(await diagnosisOf(resident)).toEqual({ account: [], devices: [{ deviceId: device.id, rings: 'yes', faults: [] }] })
})

test('an account without a device has that fault', async () => {
  const resident = await pushes.world.resident()
  expect(await diagnosisOf(resident)).toEqual({ account: [{ code: 'no_device', stops: true, params: {} }], devices: [] })
})

test('a refused permission stops a device', async () => {
  const { resident } = await withDevice()
  await resident.call('notify.put_state', { armed: true, permission: 'denied' })
  expect(await verdictOn(resident)).toEqual({ rings: 'no', codes: ['permission_refused'] })
})

test('a subscription that its push service has ended stops a device', async () => {
  const { resident, device } = await withDevice()
  pushes.push.remove(device.endpoint)
  await ring(resident)
  await becomes(resident, 'no', 'subscription_expired')
})

test('a device without a subscription does not ring', async () => {
  const { resident } = await withDevice()
  await resident.call('notify.drop_push', {})
  expect(await verdictOn(resident)).toEqual({ rings: 'no', codes: ['not_subscribed'] })
})

test.each([
  ['the one before the newest leaves a doubt', OLDER_KEY, 'maybe', false],
  ['one that was dropped stops it', newPushKey(), 'no', true],
] as const)('of the key of a subscription %s', async (_what, privateKey, rings, stops) => {
  const resident = await pushes.world.resident()
  const { endpoint, keys } = pushes.push.createSubscription()
  const { publicKey } = pushKeyOf(privateKey)
  await resident.call('notify.put_push', { endpoint, keys, permission: 'granted', publicKey })
  expect(await diagnosisOf(resident)).toMatchObject({ devices: [{ rings, faults: [{ code: 'keys_rotated', stops }] }] })
})

test.each([403, 500, 'never'] as const)('a push service that answers %s is named', async (answer) => {
  const { resident, device } = await withDevice()
  pushes.push.answer(device.endpoint, answer === 'never' ? 'cut' : { status: answer })
  await ring(resident)
  await becomes(resident, 'maybe', 'vendor_failing')
  const status = answer === 'never' ? 0 : answer
  expect((await diagnosisOf(resident)).devices[0]?.faults[0]?.params).toEqual({ vendor: 'other', status })
  pushes.push.answer(device.endpoint)
  const { token } = await rungOn(resident, device)
  await report(pushes, token)
  await eventually('a device that rings again', async () => (await verdictOn(resident)).rings === 'yes')
})

test("a vendor's failure is a fault of its other devices too", async () => {
  const { resident, device } = await withDevice()
  pushes.push.answer(device.endpoint, { status: 403 })
  await ring(resident)
  await becomes(resident, 'maybe', 'vendor_failing')
  const other = await resident.anotherDevice()
  const { id } = await addDevice(pushes, other)
  expect((await diagnosisOf(resident)).devices.find(({ deviceId }) => deviceId === id)).toMatchObject({
    rings: 'maybe',
    faults: [{ code: 'vendor_failing', params: { status: 403 } }],
  })
})

test.each([
  ['do_not_disturb', { switches: { doNotDisturb: true } }],
  ['quiet_hours', { quietHours: { enabled: true, from: '00:00', to: '23:59' } }],
  ['push_off', { switches: { pushNotifications: false } }],
  ['rings_off', { matrix: { ring: { push: false } } }],
  ['rings_off', { switches: { doorbell: false } }],
] as const)('%s stops every device', async (code, change) => {
  const { resident } = await withDevice()
  await resident.call('doorbell.change_preferences', { ...change, timeZone: 'UTC' })
  expect(await verdictOn(resident)).toEqual({ rings: 'no', codes: [code] })
  const { account } = await diagnosisOf(resident)
  expect(account).toMatchObject([{ code, stops: true, params: code === 'quiet_hours' ? { until: expect.any(String) } : {} }])
})

test('switched off phones stop phones alone', async () => {
  const { resident, device } = await withDevice()
  const { endpoint, keys } = pushes.push.createSubscription()
  const phone = await resident.anotherDevice()
  const { id } = await phone.call('notify.put_push', { endpoint, keys, permission: 'granted' }, { 'user-agent': IPHONE })
  await resident.call('doorbell.change_preferences', { switches: { mobileNotifications: false } })
  const { devices } = await diagnosisOf(resident)
  expect(devices.find(({ deviceId }) => deviceId === id)).toMatchObject({ rings: 'no', faults: [{ code: 'phones_off' }] })
  expect(devices.find(({ deviceId }) => deviceId === device.id)).toMatchObject({ rings: 'yes', faults: [] })
})

test('a wall display is left out of the diagnosis until it is left with the password', async () => {
  const { resident, device } = await withDevice()
  await resident.call('doorbell.change_preferences', { switches: { mobileNotifications: false } })
  const tablet = await resident.anotherDevice()
  const reportState = () => tablet.call('notify.put_state', { armed: true, permission: 'default' }, { 'user-agent': IPHONE })
  const { id } = await reportState()
  expect((await diagnosisOf(resident)).devices.map(({ deviceId }) => deviceId).toSorted()).toEqual([id, device.id].toSorted())
  await tablet.call('auth.start_wall', {})
  expect(await reportState()).toMatchObject({ id, wall: true })
  expect((await resident.call('notify.devices', {})).map(({ id: of, wall }) => [of, wall])).toEqual(
    expect.arrayContaining([
      [id, true],
      [device.id, false],
    ]),
  )
  expect(await diagnosisOf(resident)).toEqual({ account: [], devices: [{ deviceId: device.id, rings: 'yes', faults: [] }] })
  await tablet.call('auth.leave_wall', { password: PASSWORD })
  expect(await reportState()).toMatchObject({ id, wall: false })
  expect((await diagnosisOf(resident)).devices.find(({ deviceId }) => deviceId === id)?.faults.map(({ code }) => code)).toEqual([
    'phones_off',
    'not_subscribed',
  ])
})

test('a ring that was accepted and never shown casts doubt until one is shown', async () => {
  const { resident, device } = await withDevice()
  const { token } = await rungOn(resident, device)
  expect(await verdictOn(resident)).toEqual({ rings: 'yes', codes: [] })
  await pushes.world.clock.shift(11_000)
  await becomes(resident, 'maybe', 'not_shown')
  await report(pushes, token)
  await becomes(resident, 'yes')
})

test('a device that was not seen for a week is doubtful', async () => {
  const { resident } = await withDevice()
  await pushes.world.clock.shift(7 * DAY_MS + 1_000)
  await becomes(resident, 'maybe', 'not_seen')
  await resident.call('notify.put_state', { armed: false, permission: 'granted' })
  await becomes(resident, 'yes')
})
