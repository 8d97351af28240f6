import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { VISIT } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, openDoor, residentFrames, ring } from './people.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
}, 60_000)
afterAll(() => world.stop())

const HOUR = 3_600_000
let shifted = 0
const later = async (milliseconds: number) => {
  shifted += milliseconds
  await world.clock.shift(milliseconds)
}
/** Date and time on the door's clock, which is UTC where nobody said otherwise. */
const clockIn = (milliseconds: number) => {
  const [date = '', time = ''] = new Date(Date.now() + shifted + milliseconds).toISOString().slice(0, 16).split('T')
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
const notices = (door: Door) => world.rpc('doorbell.notifications', { limit: 50 }, device(door))
const mails = async (to: string) => (await world.rpc('auth.dev_mails', {})).filter((mail) => mail.to === to)
const refused = (code: string) => expect.objectContaining({ code })

test('who asks gets a pass that is pending, and the resident a notification that asks for a decision [C-visit-request]', async () => {
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
    title: 'Tom Keller asks for a visit',
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

test('the same press twice is one request and one notification [C-visit-request-once]', async () => {
  const door = await openDoor(world)
  const idempotencyKey = crypto.randomUUID()
  const [first, second] = [await ask(door, {}, { idempotencyKey }), await ask(door, {}, { idempotencyKey })]
  expect(second.token).toBe(first.token)
  expect([(await requests(door)).length, (await notices(door)).length]).toEqual([1, 1])
})

test('approved, the pass says so and is mailed once where an address was given: the link and nothing that was typed [C-visit-approve]', async () => {
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
  expect((await notices(door))[0]).toMatchObject({ actionRequired: false, read: true })
  await world.rpc('doorbell.decline_visit', { id }, device(door))
  await world.rpc('doorbell.approve_visit', { id }, device(door))
  await eventually('nothing to be left to mail', async () => {
    const [row] = await world.postgres<{ mail_due: boolean }>('doorbell', 'SELECT mail_due FROM visit_requests WHERE id = $1', [id])
    return row?.mail_due === false
  })
  expect(await mails(to)).toHaveLength(1)
})

test('declined, the pass says so, and nobody is written to [C-visit-decline]', async () => {
  const door = await openDoor(world)
  const to = `${door.qrCodeId}@example.org`
  const pass = await ask(door, { email: to })
  const [request] = await requests(door)
  expect(await world.rpc('doorbell.decline_visit', { id: request?.id ?? 0 }, device(door))).toMatchObject({ status: 'declined' })
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toMatchObject({ status: 'declined' })
  expect(await mails(to)).toEqual([])
})

test('a ring through an approved pass is expected, from two hours before to four hours after; through any other it is a ring [L-pass]', async () => {
  const door = await openDoor(world)
  const pass = await ask(door, clockIn(VISIT.opensBefore + HOUR))
  const expected = async (token: string | undefined) => {
    const { id } = await ring(world, door, token ? { pass: token } : {})
    return (await world.rpc('doorbell.activities', { limit: 9 }, device(door))).find((activity) => activity.id === id)?.expected
  }
  const [request] = await requests(door)
  await later(HOUR + 120_000)
  expect(await expected(pass.token)).toBe(false)
  await world.rpc('doorbell.approve_visit', { id: request?.id ?? 0 }, device(door))
  expect(await expected(pass.token)).toBe(true)
  expect(await expected(undefined)).toBe(false)
  expect(await expected(`${pass.token.slice(0, -1)}_`)).toBe(false)
  const other = await openDoor(world)
  const { id } = await ring(world, other, { pass: pass.token })
  expect((await world.rpc('doorbell.activities', { limit: 9 }, device(other))).find((activity) => activity.id === id)?.expected).toBe(false)
  await later(VISIT.opensBefore + VISIT.closesAfter - 240_000)
  expect(await expected(pass.token)).toBe(true)
  await later(240_000)
  expect(await expected(pass.token)).toBe(false)
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toMatchObject({ status: 'expired' })
  expect((await requests(door, { status: 'expired' })).map(({ id: expired }) => expired)).toEqual([request?.id])
})

test('too early an expected guest rings like anybody', async () => {
  const door = await openDoor(world)
  const pass = await ask(door, clockIn(VISIT.opensBefore + HOUR))
  const [request] = await requests(door)
  await world.rpc('doorbell.approve_visit', { id: request?.id ?? 0 }, device(door))
  await ring(world, door, { pass: pass.token })
  expect((await world.rpc('doorbell.activities', { limit: 9 }, device(door)))[0]).toMatchObject({ expected: false })
})

test('an undecided request whose time has passed is expired, and cannot be decided any more [S-visit-over]', async () => {
  const door = await openDoor(world)
  const pass = await ask(door)
  const [request] = await requests(door)
  await later(HOUR + VISIT.closesAfter)
  expect(await world.rpc('doorbell.pass', { token: pass.token })).toMatchObject({ status: 'expired' })
  await expect(world.rpc('doorbell.approve_visit', { id: request?.id ?? 0 }, device(door))).rejects.toMatchObject({ code: 'visit_over' })
  expect(await requests(door, { status: 'pending' })).toEqual([])
})

test('date and time are the door’s own, ahead, and at most 90 days [V-visit-time]', async () => {
  const door = await openDoor(world)
  await world.rpc('doorbell.change_preferences', { timeZone: 'America/New_York' }, device(door))
  const pass = await ask(door, { ...clockIn(24 * HOUR), time: '12:00' })
  expect(pass.timeZone).toBe('America/New_York')
  expect(new Date(pass.at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })).toBe('12:00:00')
  await expect(ask(door, clockIn(-24 * HOUR))).rejects.toMatchObject({
    code: 'validation_failed',
    details: { time: 'Please choose a time ahead' },
  })
  await expect(ask(door, clockIn((VISIT.daysAhead + 1) * 24 * HOUR))).rejects.toMatchObject({ details: { date: 'At most 90 days ahead' } })
  expect(await ask(door, clockIn((VISIT.daysAhead - 1) * 24 * HOUR))).toMatchObject({ status: 'pending' })
})

test('a dead code takes no request, a full door neither [L-visit-requests]', async () => {
  const door = await openDoor(world)
  await expect(ask({ ...door, qrCodeId: 'nobody' })).rejects.toMatchObject({ code: 'door_inactive' })
  await world.postgres(
    'doorbell',
    `INSERT INTO visit_requests (owner_id, door_id, qr_code_id, key, visitor_name, purpose, at, time_zone, timestamp, expires_at)
    SELECT $1, $2, $3::text, left(md5(n::text || $3::text) || md5($3::text), 43), 'x', 'x', now() + interval '80 days', 'UTC', now(), now() + interval '90 days'
    FROM generate_series(1, $4) n`,
    [door.ownerId, door.doorId, door.qrCodeId, VISIT.waiting - 1],
  )
  await ask(door)
  await expect(ask(door)).rejects.toMatchObject({ code: 'limited' })
})

test('five addresses that ask as often as they can leave room for a sixth', async () => {
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

test('somebody else’s request, or one that is not there, is the same 404; lists hold one’s own, page by page [P-visits-own] [C-visit-requests]', async () => {
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

test('a request lives its plan’s days after the visit, then it and its pass are gone [L-visit-life]', async () => {
  const door = await openDoor(world)
  const pass = await ask(door)
  await later(HOUR + 3 * 24 * HOUR)
  await expect(world.rpc('doorbell.pass', { token: pass.token })).rejects.toMatchObject({ code: 'not_found' })
  expect(await requests(door)).toEqual([])
})
