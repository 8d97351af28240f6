import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { tokenHash } from '#kit/ids.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, allPushesTo, nextPush, type PushWorld, report, startPushWorld } from './devices.ts'

let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld()
})
afterAll(() => pushes.stop())

const mailsTo = async ({ user }: Resident) => (await pushes.world.rpc('auth.dev_mails', {})).filter(({ to }) => to === user.email)
async function confirmAddress(resident: Resident): Promise<void> {
  const [mail] = await mailsTo(resident)
  await resident.call('auth.verify_email', { token: /verify=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' })
}
const lastActive = async (session: string) =>
  (await pushes.world.postgres<{ last_active: Date }>('auth', 'SELECT last_active FROM sessions WHERE id = $1', [session]))[0]?.last_active
const sessionOf = async (id: string) =>
  (await pushes.world.postgres<{ session: string }>('notify', 'SELECT session FROM devices WHERE id = $1', [id]))[0]?.session ?? ''
const ends = (device: Awaited<ReturnType<typeof addDevice>>) =>
  allPushesTo(pushes, device).filter(({ app_data }) => app_data.kind === 'session')

test('a report of its worker counts as use of the session', async () => {
  const resident = await pushes.world.resident()
  const device = await addDevice(pushes, resident)
  const session = await sessionOf(device.id)
  const before = await lastActive(session)
  await pushes.world.clock.shift(5 * 60_000)
  await pushes.world.visitor().ring(resident)
  await report(pushes, (await nextPush(pushes, device)).app_data.token)
  await eventually('the use', async () => Number(await lastActive(session)) > Number(before))
})

// covers: S-session-end
test('a session that nobody uses is announced two weeks before it ends, and rings nothing after it', async () => {
  const resident = await pushes.world.resident()
  await confirmAddress(resident)
  const device = await addDevice(pushes, resident)
  const session = await sessionOf(device.id)
  await pushes.world.clock.shift(47 * DAY_MS)
  await eventually('the push', () => ends(device).length === 1)
  expect(ends(device)[0]?.notification.title).toMatch(/^This device rings until /)
  await eventually('the mail', async () =>
    (await mailsTo(resident)).some(({ subject }) => subject === 'One of your devices will stop ringing'),
  )
  await pushes.world.clock.shift(DAY_MS)
  await pushes.world.clock.shift(14 * DAY_MS)
  await eventually('the device to be gone', async () => (await sessionOf(device.id)) === '')
  expect(ends(device)).toHaveLength(1)
  // It is revoked first, which reaches notify, and then deleted, by a job that runs every ten minutes, give or take half a minute.
  await pushes.world.clock.shift(11 * 60_000)
  await eventually('the session to be deleted', async () => (await lastActive(session)) === undefined)
})

test('that a session has ended is forgotten after an hour', async () => {
  const resident = await pushes.world.resident()
  const device = await addDevice(pushes, resident)
  const session = await sessionOf(device.id)
  const refusals = () => pushes.world.postgres('notify', 'SELECT 1 FROM refused_sessions WHERE hash = $1', [tokenHash(session)])
  await resident.call('auth.logout', {})
  await eventually('notify to know of the end', async () => (await refusals()).length === 1)
  await pushes.world.clock.shift(3_600_000)
  await eventually('it to be forgotten', async () => (await refusals()).length === 0)
})
