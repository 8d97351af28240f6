// @all: every kind beside rings goes the way of rings, which ring-pushes.test.ts shows
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, allPushesTo, nextPush, type PushWorld, report, startPushWorld, type TestDevice } from './devices.ts'

const LIFE = 46_000
let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld()
})
afterAll(() => pushes.stop())

const oneDevice = async () => {
  const resident = await pushes.world.resident()
  return { resident, device: await addDevice(pushes, resident) }
}
const requestVisit = (resident: Resident) => {
  const date = new Date(pushes.world.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const form = {
    qrCodeId: resident.user.qrCodeId,
    visitorName: 'Tom Keller',
    email: 'tom@example.org',
    date,
    time: '12:00',
    purpose: 'Heating check',
  }
  return pushes.world.visitor().call('doorbell.request_visit', form)
}
const ofKind = (device: TestDevice, kind: string) =>
  eventually(`a push about ${kind}`, () => allPushesTo(pushes, device).find(({ app_data }) => app_data.kind === kind))
const withheld = (resident: Resident, kind: string) =>
  eventually('the push to be withheld', async () => {
    const rows = await pushes.world.postgres('notify', 'SELECT 1 FROM pushes WHERE user_id = $1 AND kind = $2 AND state = $3', [
      resident.user.id,
      kind,
      'withheld',
    ])
    return rows.length > 0
  })

test('a visit request is pushed with who asks', async () => {
  const { resident, device } = await oneDevice()
  await requestVisit(resident)
  const { notification, urgency } = await ofKind(device, 'system')
  expect(notification).toMatchObject({
    title: 'Tom Keller requests a visit',
    body: 'Heating check',
    navigate: `${pushes.world.url}/notifications`,
  })
  expect(urgency).toBe('normal')
})

test('a device without details learns only that someone asks', async () => {
  const { resident, device } = await oneDevice()
  await resident.call('notify.change_device', { id: device.id, details: false })
  await requestVisit(resident)
  const { plaintext, notification } = await ofKind(device, 'system')
  expect(notification).toMatchObject({ title: 'Someone requests a visit', body: '' })
  expect(plaintext).not.toMatch(/Tom|Heating/)
})

test('the matrix keeps visit requests from being pushed', async () => {
  const { resident, device } = await oneDevice()
  await resident.call('doorbell.change_preferences', { matrix: { visit: { push: false } } })
  await requestVisit(resident)
  await withheld(resident, 'system')
  expect(allPushesTo(pushes, device)).toEqual([])
})

test('a message that a visitor leaves after a miss is pushed; one in a conversation is not', async () => {
  const { resident, device } = await oneDevice()
  const visitor = pushes.world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  await report(pushes, (await nextPush(pushes, device)).app_data.token)
  await visitor.call('doorbell.write_as_visitor', { id, message: 'Are you there?' })
  await withheld(resident, 'message')
  await pushes.world.clock.shift(LIFE)
  await eventually('the miss', async () => (await visitor.visit(id)).outcome === 'missed')
  await visitor.call('doorbell.write_as_visitor', { id, message: 'It is behind the shed' })
  const { notification } = await ofKind(device, 'message')
  expect(notification).toMatchObject({
    title: 'Message from Ana Lima',
    body: 'It is behind the shed',
    navigate: `${pushes.world.url}/rings/${id}?open=chat`,
  })
})

/** Of a ring that was missed, on a device that has shown it. */
async function missedRing() {
  const { resident, device } = await oneDevice()
  const visitor = pushes.world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  await report(pushes, (await nextPush(pushes, device)).app_data.token)
  await pushes.world.clock.shift(LIFE)
  await eventually('the miss', async () => (await visitor.visit(id)).outcome === 'missed')
  const write = (message: string) => visitor.call('doorbell.write_as_visitor', { id, message })
  const sent = () => allPushesTo(pushes, device).filter(({ app_data }) => app_data.kind === 'message')
  const rows = () =>
    pushes.world.postgres<{ state: string }>('notify', "SELECT state FROM pushes WHERE activity_id = $1 AND kind = 'message'", [id])
  return { write, sent, rows }
}

test('a message after a push about one is pushed when its time has come', async () => {
  const { write, sent, rows } = await missedRing()
  await write('Behind the shed')
  await eventually('the first push', () => sent().length === 1)
  await write('No, in the shed')
  await eventually('one that waits', async () => (await rows()).length === 2)
  await pushes.world.clock.shift(15_000)
  await eventually('the second push', () => sent()[1]?.notification.body === 'No, in the shed')
  await pushes.world.clock.shift(15_000)
  await write('It is the red one')
  await eventually('at once', () => sent()[2]?.notification.body === 'It is the red one')
})

test('a changed password is pushed as an alert; a new device once, by its notification', async () => {
  const { resident, device } = await oneDevice()
  await resident.anotherDevice()
  await ofKind(device, 'system')
  const passwords = { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2`, confirmPassword: `${PASSWORD}-2` }
  await resident.call('auth.change_password', passwords)
  await ofKind(device, 'alert')
  expect(allPushesTo(pushes, device).map(({ app_data }) => app_data.kind)).toEqual(['system', 'alert'])
})

test('a security alert is pushed once per key, without its facts', async () => {
  const { resident, device } = await oneDevice()
  const alert = { key: randomUUID(), userId: resident.user.id }
  await pushes.world.rpc('notify.push_alert', alert)
  await pushes.world.rpc('notify.push_alert', alert)
  const { notification } = await ofKind(device, 'alert')
  expect(notification).toMatchObject({ title: 'Security alert', navigate: `${pushes.world.url}/security` })
  expect(allPushesTo(pushes, device)).toHaveLength(1)
})

test("the end of a session is pushed to that session's device alone, whatever the preferences say", async () => {
  const { resident, device } = await oneDevice()
  const other = await resident.anotherDevice()
  // The sign-in itself is pushed to the devices of that moment.
  await ofKind(device, 'system')
  const ending = await addDevice(pushes, other)
  await resident.call('doorbell.change_preferences', { switches: { pushNotifications: false } })
  const [, session] = (await resident.call('auth.sessions', {})).toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  const end = { userId: resident.user.id, session: session?.sessionId ?? '', endsAt: '2027-01-11T10:00:00.000Z' }
  await pushes.world.rpc('notify.push_session_end', end)
  await pushes.world.rpc('notify.push_session_end', end)
  const { notification } = await ofKind(ending, 'session')
  expect(notification.title).toBe('This device rings until January 11, 2027')
  expect(allPushesTo(pushes, ending)).toHaveLength(1)
  expect(allPushesTo(pushes, device).map(({ app_data }) => app_data.kind)).not.toContain('session')
})
