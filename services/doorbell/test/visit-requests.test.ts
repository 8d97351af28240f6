import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { VISIT } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, openDoor, residentFrames, ring } from './people.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const HOUR = 3_600_000
/** Date and time in the door's time zone, UTC by default. */
const clockIn = (milliseconds: number) => {
  const [date = '', time = ''] = new Date(world.clock.now() + milliseconds).toISOString().slice(0, 16).split('T')
  return { date, time }
}
type Form = Partial<Input<'doorbell.request_visit'>>
const ask = (door: Door, form: Form = {}, caller = {}) =>
  world.rpc(
    'doorbell.request_visit',
    {
      qrCodeId: door.qrCodeId,
      visitorName: 'Tom Keller',
      email: null,
      phone: null,
      residentName: null,
      purpose: 'Heating check',
      ...clockIn(HOUR),
      ...form,
    },
    { idempotencyKey: crypto.randomUUID(), ...caller },
  )
const requests = (door: Door, filter: Partial<Input<'doorbell.visit_requests'>> = {}) =>
  world.rpc('doorbell.visit_requests', { limit: 50, ...filter }, device(door))
const notificationsOf = (door: Door) => world.rpc('doorbell.notifications', { limit: 50 }, device(door))
const mails = async (to: string) => (await world.rpc('auth.dev_mails', {})).filter((mail) => mail.to === to)
const refused = (code: string) => expect.objectContaining({ code })

// covers: doorbell.request_visit doorbell.pass
test('a visit request returns a pending pass and notifies the resident', async () => {
  const door = await openDoor(world)
  const frames = await residentFrames(world, door)
  const pass = await ask(door, { email: 'tom@example.org', phone: '+49 30 1234567', residentName: 'Ada' })
  expect(pass).toMatchObject({
    status: 'pending',
    visitorName: 'Tom Keller',
    purpose: 'Heating check',
    qrCodeId: door.qrCodeId,
    doorActive: true,
  })
  expect(JSON.stringify(pass)).not.toMatch(/tom@|1234567|ownerId|userId/)
  const { added } = await frames.next('notifications_changed')
  expect(added?.notification).toMatchObject({
    kind: 'visit',
    title: 'Tom Keller requests a visit',
    message: 'Heating check',
    actionRequired: true,
  })
  const [request] = await requests(door)
  expect(request).toMatchObject({
    status: 'pending',
    email: 'tom@example.org',
    phone: '+49 30 1234567',
    residentName: 'Ada',
    decidedAt: null,
  })
  expect(added?.notification.visitRequestId).toBe(request?.id)
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toEqual(pass)
})

// covers: C-visit-request-once
test('repeating a visit request creates one request and one notification', async () => {
  const door = await openDoor(world)
  const idempotencyKey = crypto.randomUUID()
  const [first, second] = [await ask(door, {}, { idempotencyKey }), await ask(door, {}, { idempotencyKey })]
  expect(second.token).toBe(first.token)
  expect([(await requests(door)).length, (await notificationsOf(door)).length]).toEqual([1, 1])
})

// covers: doorbell.approve_visit
test('an approved pass is mailed once, as a link only', async () => {
  const door = await openDoor(world)
  const to = `${door.qrCodeId}@example.org`
  const pass = await ask(door, { email: to })
  const [request] = await requests(door)
  const id = request?.id ?? 0
  expect(await mails(to)).toEqual([])
  for (let times = 0; times < 2; times++)
    expect(await world.rpc('doorbell.approve_visit', { id }, device(door))).toMatchObject({ id, status: 'approved' })
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toMatchObject({ status: 'approved' })
  const [mail] = await eventually('the mail', async () => ((await mails(to)).length ? mails(to) : undefined))
  expect(mail?.text).toContain(`/visitor/pass/${pass.token}`)
  expect(mail?.text).not.toMatch(/Tom|Heating/)
  expect((await notificationsOf(door))[0]).toMatchObject({ actionRequired: false, read: true })
  await world.rpc('doorbell.decline_visit', { id }, device(door))
  await world.rpc('doorbell.approve_visit', { id }, device(door))
  await eventually('nothing to be left to mail', async () => {
    const [row] = await world.postgres<{ mail_due: boolean }>('doorbell', 'SELECT mail_due FROM visit_requests WHERE id = $1', [id])
    return row?.mail_due === false
  })
  expect(await mails(to)).toHaveLength(1)
})

// covers: doorbell.decline_visit
test('a declined pass is not mailed', async () => {
  const door = await openDoor(world)
  const to = `${door.qrCodeId}@example.org`
  const pass = await ask(door, { email: to })
  const [request] = await requests(door)
  expect(await world.rpc('doorbell.decline_visit', { id: request?.id ?? 0 }, device(door))).toMatchObject({ status: 'declined' })
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toMatchObject({ status: 'declined' })
  expect(await mails(to)).toEqual([])
})

// covers: L-pass
test('an approved pass marks rings as expected around its time', async () => {
  const door = await openDoor(world)
  const pass = await ask(door, clockIn(VISIT.opensBefore + HOUR))
  const expected = async (token: string | undefined) => {
    const { id } = await ring(world, door, token ? { pass: token } : {})
    return (await world.rpc('doorbell.activities', { limit: 9 }, device(door))).find((activity) => activity.id === id)?.expected
  }
  const [request] = await requests(door)
  await world.clock.shift(HOUR + 120_000)
  expect(await expected(pass.token)).toBe(false)
  await world.rpc('doorbell.approve_visit', { id: request?.id ?? 0 }, device(door))
  expect(await expected(pass.token)).toBe(true)
  expect(await expected(undefined)).toBe(false)
  expect(await expected(`${pass.token.slice(0, -1)}!`)).toBe(false)
  const other = await openDoor(world)
  const { id } = await ring(world, other, { pass: pass.token })
  expect((await world.rpc('doorbell.activities', { limit: 9 }, device(other))).find((activity) => activity.id === id)?.expected).toBe(false)
  await world.clock.shift(VISIT.opensBefore + VISIT.closesAfter - 240_000)
  expect(await expected(pass.token)).toBe(true)
  await world.clock.shift(240_000)
  expect(await expected(pass.token)).toBe(false)
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toMatchObject({ status: 'expired' })
  expect((await requests(door, { status: 'expired' })).map(({ id: expired }) => expired)).toEqual([request?.id])
})

test('a ring before the pass opens is an ordinary ring', async () => {
  const door = await openDoor(world)
  const pass = await ask(door, clockIn(VISIT.opensBefore + HOUR))
  const [request] = await requests(door)
  await world.rpc('doorbell.approve_visit', { id: request?.id ?? 0 }, device(door))
  await ring(world, door, { pass: pass.token })
  expect((await world.rpc('doorbell.activities', { limit: 9 }, device(door)))[0]).toMatchObject({ expected: false })
})

// covers: visit_over
test('an expired visit request cannot be decided', async () => {
  const door = await openDoor(world)
  const pass = await ask(door)
  const [request] = await requests(door)
  await world.clock.shift(HOUR + VISIT.closesAfter)
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toMatchObject({ status: 'expired' })
  await expect(world.rpc('doorbell.approve_visit', { id: request?.id ?? 0 }, device(door))).rejects.toMatchObject({ code: 'visit_over' })
  expect(await requests(door, { status: 'pending' })).toEqual([])
})

// covers: V-visit-time
test('a visit is in the door’s time zone, at most 90 days ahead', async () => {
  const door = await openDoor(world)
  await world.rpc('doorbell.change_preferences', { timeZone: 'America/New_York' }, device(door))
  const pass = await ask(door, { ...clockIn(24 * HOUR), time: '12:00' })
  expect(pass.timeZone).toBe('America/New_York')
  expect(new Date(pass.at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })).toBe('12:00:00')
  await expect(ask(door, clockIn(-24 * HOUR))).rejects.toMatchObject({
    code: 'validation_failed',
    details: { time: 'Please choose a time in the future' },
  })
  await expect(ask(door, clockIn((VISIT.daysAhead + 1) * 24 * HOUR))).rejects.toMatchObject({ details: { date: 'At most 90 days ahead' } })
  expect(await ask(door, clockIn((VISIT.daysAhead - 1) * 24 * HOUR))).toMatchObject({ status: 'pending' })
})

// covers: L-visit-requests
test('an inactive code and a full door refuse visit requests', async () => {
  const door = await openDoor(world)
  await expect(ask({ ...door, qrCodeId: 'nobody' })).rejects.toMatchObject({ code: 'door_inactive' })
  await world.postgres(
    'doorbell',
    `INSERT INTO visit_requests (owner_id, door_id, qr_code_id, key, visitor_name, purpose, at, time_zone, timestamp, expires_at)
    SELECT $1, $2, $3::text, left(md5(n::text || $3::text) || md5($3::text), 43), 'x', 'x',
      $5::timestamptz + interval '80 days', 'UTC', $5, $5::timestamptz + interval '90 days'
    FROM generate_series(1, $4) n`,
    [door.ownerId, door.doorId, door.qrCodeId, VISIT.waiting - 1, new Date(world.clock.now())],
  )
  await ask(door)
  await expect(ask(door)).rejects.toMatchObject({ code: 'limited' })
})

test('the limit per address leaves room for other addresses', async () => {
  const door = await openDoor(world)
  const from = (address: number) => ({ address: `192.0.2.${address}` })
  for (let address = 1; address <= 5; address++) {
    for (let asked = 0; asked < VISIT.ofAddressInADay; asked++) await ask(door, {}, from(address))
    await expect(ask(door, {}, from(address))).rejects.toMatchObject({ code: 'limited' })
  }
  expect(await ask(door, {}, from(6))).toMatchObject({ status: 'pending' })
  const other = await openDoor(world)
  expect(await ask(other, {}, from(1))).toMatchObject({ status: 'pending' })
})

// covers: P-visits-own doorbell.visit_requests
test('another’s or a missing visit request is the same 404', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  for (let count = 0; count < 3; count++) await ask(door)
  const all = await requests(door)
  for (const decide of ['doorbell.approve_visit', 'doorbell.decline_visit'] as const)
    for (const id of [all[0]?.id ?? 0, 2_000_000_000])
      await expect(world.rpc(decide, { id }, device(other))).rejects.toEqual(refused('not_found'))
  expect(await requests(other)).toEqual([])
  expect((await requests(door, { limit: 2 })).map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id))
  expect((await requests(door, { limit: 2, cursor: String(all[1]?.id) })).map(({ id }) => id)).toEqual([all[2]?.id])
})

// covers: L-visit-life
test('a visit request is deleted after its retention', async () => {
  const door = await openDoor(world)
  const pass = await ask(door)
  await world.clock.shift(HOUR + 3 * 24 * HOUR)
  await expect(world.rpc('doorbell.pass', { token: pass.token })).rejects.toMatchObject({ code: 'not_found' })
  expect(await requests(door)).toEqual([])
})
