import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, nextPush, type PushWorld, report, startPushWorld } from './devices.ts'

const STEP = 8_100
let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld({ supervised: true })
})
afterAll(() => pushes.stop())

const mailsTo = async ({ user }: Resident) => (await pushes.world.rpc('auth.dev_mails', {})).filter(({ to }) => to === user.email)
const ringMails = async (resident: Resident) =>
  (await mailsTo(resident)).filter(({ subject }) => /door|rung several/.test(subject) && !/Confirm/.test(subject))
/** With a confirmed address, and mails about missed rings. */
async function mailedResident(): Promise<Resident> {
  const resident = await pushes.world.resident()
  const [mail] = await mailsTo(resident)
  await resident.call('auth.verify_email', { token: /verify=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' })
  await resident.call('doorbell.change_preferences', { switches: { emailNotifications: true } })
  return resident
}
const ring = (resident: Resident) => pushes.world.visitor().ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
const stepOf = async (id: number) =>
  (
    await pushes.world.postgres<{ state: string; reason: string | null; started_at: Date; due_at: Date }>(
      'notify',
      'SELECT * FROM steps WHERE activity_id = $1',
      [id],
    )
  )[0]
const finished = (id: number, state: 'done' | 'skipped') =>
  eventually(`the step to be ${state}`, async () => {
    const step = await stepOf(id)
    return step?.state === state ? step : undefined
  })
const placed = (id: number) => eventually('the step', () => stepOf(id))

// First, because a new process uses the machine's clock.
test('a step that fell due while notify was dead begins within 250 ms of its readiness, once', async () => {
  const resident = await mailedResident()
  const { id } = await ring(resident)
  await placed(id)
  await pushes.world.kill('notify')
  await pushes.world.postgres('notify', 'UPDATE steps SET due_at = $2, next_at = $2 WHERE activity_id = $1', [id, new Date()])
  await pushes.world.running('notify')
  const ready = Date.now()
  const { started_at } = await finished(id, 'done')
  expect(started_at.getTime() - ready).toBeLessThan(250)
  await pushes.world.kill('notify')
  await pushes.world.running('notify')
  expect((await stepOf(id))?.started_at).toEqual(started_at)
  expect(await ringMails(resident)).toHaveLength(1)
})

// covers: N-unseen
// covers: S-unseen-ring
test('a ring that no device has shown is mailed with a link and nothing that was typed', async () => {
  const resident = await mailedResident()
  const { id } = await ring(resident)
  await placed(id)
  await pushes.world.clock.shift(STEP)
  await finished(id, 'done')
  const [mail] = await eventually('the mail', async () => {
    const mails = await ringMails(resident)
    return mails.length ? mails : undefined
  })
  expect(mail?.subject).toBe('Someone is at your door')
  expect(mail?.text).toContain(`${pushes.world.url}/rings/${id}`)
  expect(mail?.text).not.toMatch(/Ana|Lima|parcel/)
})

test('a step begins within 250 ms of its time', async () => {
  const resident = await mailedResident()
  const { id } = await ring(resident)
  await placed(id)
  await pushes.world.clock.shift(STEP - 1_600)
  const { started_at, due_at } = await finished(id, 'done')
  expect(started_at.getTime() - due_at.getTime()).toBeGreaterThanOrEqual(0)
  expect(started_at.getTime() - due_at.getTime()).toBeLessThan(250)
})

test.each(['a push report', "an open page's receipt"])('%s makes the step needless', async (what) => {
  const resident = await mailedResident()
  const device = await addDevice(pushes, resident)
  const { id } = await ring(resident)
  if (what === 'a push report') await report(pushes, (await nextPush(pushes, device)).app_data.token)
  else {
    const socket = await resident.socket()
    socket.send({ type: 'receipt', activityId: id, state: 'delivered' })
    await eventually('the receipt', async () => (await pushes.world.rpc('doorbell.ring_reach', { activityId: id })).onAPage)
  }
  await placed(id)
  await pushes.world.clock.shift(STEP)
  expect(await finished(id, 'skipped')).toMatchObject({ reason: 'seen' })
  expect(await ringMails(resident)).toEqual([])
})

test('an answer makes the step needless', async () => {
  const resident = await mailedResident()
  const { id } = await ring(resident)
  await placed(id)
  await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
  await pushes.world.clock.shift(STEP)
  expect(await finished(id, 'skipped')).toMatchObject({ reason: 'over' })
})

test.each([
  ['do not disturb', { switches: { doNotDisturb: true } }, 'quiet'],
  ['quiet hours', { quietHours: { enabled: true, from: '00:00', to: '23:59' } }, 'quiet'],
  ['no mails about missed rings', { matrix: { missed: { email: false } } }, 'preferences'],
  ['no mails', { switches: { emailNotifications: false } }, 'preferences'],
])('%s keeps the step from mailing', async (_what, change, reason) => {
  const resident = await mailedResident()
  await resident.call('doorbell.change_preferences', change)
  const { id } = await ring(resident)
  await placed(id)
  await pushes.world.clock.shift(STEP)
  expect(await finished(id, 'skipped')).toMatchObject({ reason })
})

test('an unconfirmed address gets no mail', async () => {
  const resident = await pushes.world.resident()
  await resident.call('doorbell.change_preferences', { switches: { emailNotifications: true } })
  const { id } = await ring(resident)
  await placed(id)
  await pushes.world.clock.shift(STEP)
  expect(await finished(id, 'skipped')).toMatchObject({ reason: 'address' })
})

test('a door causes five mails an hour, then one that says so', async () => {
  const resident = await mailedResident()
  const ids: number[] = []
  for (let count = 0; count < 8; count += 1) ids.push((await ring(resident)).id)
  for (const id of ids) await placed(id)
  await pushes.world.clock.shift(STEP)
  const steps = await eventually('all steps', async () => {
    const all = await Promise.all(ids.map(stepOf))
    return all.every((step) => step?.state === 'done' || step?.state === 'skipped') ? all : undefined
  })
  expect(steps.map((step) => step?.reason ?? 'mailed').toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => 'limit'),
    ...Array.from({ length: 6 }, () => 'mailed'),
  ])
  const subjects = await eventually('six mails', async () => {
    const found = (await ringMails(resident)).map(({ subject }) => subject)
    return found.length === 6 ? found : undefined
  })
  expect(subjects.filter((subject) => subject === 'Your doorbell has rung several times')).toHaveLength(1)
})
