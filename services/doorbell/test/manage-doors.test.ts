import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { CALLER_HEADER, signBytesRequest } from '#kit/bytes.ts'
import type { Building } from '#proto/doors.ts'
import type { Caller } from '#proto/envelope.ts'
import { CHIMES, DOORS } from '#proto/limits.ts'
import type { OperationName } from '#proto/operations/index.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { atOnce } from './at-once.ts'
import { type Door, device, openDoor, premiumDoor, residentFrames, ring } from './people.ts'

const HOUR = 3_600_000
const CHIME = readFileSync(join(import.meta.dirname, '..', '..', '..', 'web', 'public', CHIMES.gong))
let world: SharedClockStack
let free: Door
let premium: Door
beforeAll(async () => {
  world = await sharedClockStack()
  free = await openDoor(world)
  premium = await premiumDoor(world)
  await eventually('the tier', async () => {
    const rows = await world.postgres<{ tier: string }>('doorbell', 'SELECT tier FROM owners WHERE id = $1', [premium.ownerId])
    return rows[0]?.tier === 'premium'
  })
})
afterAll(() => world.close())

const doorsOf = (door: Pick<Door, 'ownerId'>) => world.rpc('doorbell.doors', {}, device(door))
const add = (door: Pick<Door, 'ownerId'>, label = 'Garden gate') => world.rpc('doorbell.add_door', { label }, device(door))
const one = async (door: Door) => {
  const found = (await doorsOf(door)).find(({ id }) => id === door.doorId)
  if (!found) throw new Error('the door is not listed')
  return found
}
const publicDoor = (qrCodeId: string) => world.rpc('doorbell.public_door', { qrCodeId })
const refused = (code: string) => expect.objectContaining({ code })
const inactive = refused('door_inactive')

/** Acts as the gateway: sends bytes to the service, with the caller in a signed header. */
function bytes(operation: OperationName, id: number, caller: Partial<Caller>, body?: Buffer, type = 'audio/mpeg') {
  const full = { requestId: 'test', address: '127.0.0.1', userAgent: 'jest', visits: [], ...caller } as Caller
  const header = signBytesRequest(world.internalKeys.doorbell, operation, { id }, full, new Date(world.clock.now()))
  return fetch(`${world.httpOf('doorbell')}/bytes/${operation}`, {
    method: body ? 'PUT' : 'GET',
    headers: { [CALLER_HEADER]: header, ...(body ? { 'content-type': type } : {}) },
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
}
const soundsStored = () => readdirSync(join(world.filesDir, 'sounds')).filter((name) => !name.endsWith('.json'))
const codeOf = async (answer: Response) => [answer.status, answer.status === 204 ? '' : ((await answer.json()) as { code: string }).code]

// covers: P-one-door
test('a second door on the free plan needs premium', async () => {
  await expect(add(free)).rejects.toMatchObject({
    code: 'subscription_required',
    message: 'You need a premium subscription to have more than one door. Please upgrade your plan.',
  })
  expect(await doorsOf(free)).toHaveLength(1)
})

// covers: P-doors doorbell.add_door doors_full
test('concurrent requests cannot exceed the limit of doors', async () => {
  const owner = await premiumDoor(world)
  for (let there = 1; there < DOORS.premium - 1; there += 1) await add(owner, `Door ${there}`)
  const last = await atOnce(
    world,
    owner.ownerId,
    ['a', 'b', 'c'].map((label) => () => add(owner, label)),
  )
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of last) if (result.status === 'rejected') expect(result.reason).toEqual(refused('doors_full'))
  const doors = await doorsOf(owner)
  expect(doors).toHaveLength(DOORS.premium)
  expect(doors.filter((door) => door.primary).map(({ id }) => id)).toEqual([owner.doorId])
  expect(new Set(doors.flatMap(({ qrCodeId, shortCode }) => [qrCodeId, shortCode])).size).toBe(2 * DOORS.premium)
  expect(doors[1]).toMatchObject({ label: 'Door 1', enabled: true, paused: false, qrCodeId: expect.stringMatching(/^[0-9A-Za-z]{20}$/) })
})

test('short codes contain no 0, O, 1, I or L', async () => {
  for (const { shortCode } of await doorsOf(premium)) expect(shortCode).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
})

test('a further door rings on premium and pauses after a downgrade', async () => {
  const owner = await premiumDoor(world)
  const gate = await add(owner)
  const paused = async () => (await doorsOf(owner)).find(({ id }) => id === gate.id)?.paused
  await eventually('the tier', async () => (await paused()) === false)
  expect((await ring(world, { ...owner, qrCodeId: gate.qrCodeId })).visit).toMatchObject({ doorLabel: 'Garden gate' })
  await world.rpc('billing.revoke_grant', { userId: owner.ownerId, by: 'test' })
  await eventually('the downgrade', async () => (await paused()) === true)
  await expect(ring(world, { ...owner, qrCodeId: gate.qrCodeId })).rejects.toEqual(inactive)
  await expect(publicDoor(gate.qrCodeId)).rejects.toEqual(inactive)
  expect((await ring(world, owner)).visit.outcome).toBeNull()
  await world.grantPremium(owner.ownerId)
  await eventually('the upgrade', async () => (await paused()) === false)
  expect(await publicDoor(gate.qrCodeId)).toMatchObject({ label: 'Garden gate' })
})

// covers: doorbell.change_door
test('a new label shows for owner, visitor and earlier rings', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  expect(await world.rpc('doorbell.change_door', { id: door.doorId, label: '14 Maple Lane' }, device(door))).toMatchObject({
    label: '14 Maple Lane',
  })
  expect(await publicDoor(door.qrCodeId)).toMatchObject({ label: '14 Maple Lane' })
  expect(await world.rpc('doorbell.activities', { limit: 10 }, device(door))).toMatchObject([{ id, doorLabel: '14 Maple Lane' }])
})

// covers: S-inactive
test('a disabled door refuses rings and keeps the live one', async () => {
  const door = await openDoor(world)
  const { shortCode } = await one(door)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.change_door', { id: door.doorId, enabled: false }, device(door))
  await expect(ring(world, door)).rejects.toEqual(inactive)
  await expect(publicDoor(door.qrCodeId)).rejects.toEqual(inactive)
  await expect(world.rpc('doorbell.find_code', { code: shortCode })).rejects.toEqual(inactive)
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome: null })
  await world.rpc('doorbell.change_door', { id: door.doorId, enabled: true }, device(door))
  expect(await publicDoor(door.qrCodeId)).toMatchObject({ qrCodeId: door.qrCodeId })
})

// covers: S-inactive S-outlives doorbell.rotate_door
test('a rotation without grace replaces both codes at once', async () => {
  const door = await openDoor(world)
  const before = await one(door)
  const { id, caller } = await ring(world, door)
  const after = await world.rpc('doorbell.rotate_door', { id: door.doorId, graceHours: 0 }, device(door))
  expect(after.qrCodeId).toMatch(/^[0-9A-Za-z]{20}$/)
  expect([after.qrCodeId, after.shortCode]).not.toEqual(expect.arrayContaining([before.qrCodeId]))
  expect(after.shortCode).not.toBe(before.shortCode)
  expect(after).toMatchObject({ rotatedAt: expect.any(String), graceUntil: null })
  await expect(publicDoor(before.qrCodeId)).rejects.toEqual(inactive)
  await expect(ring(world, door)).rejects.toEqual(inactive)
  await expect(world.rpc('doorbell.find_code', { code: before.shortCode })).rejects.toEqual(inactive)
  expect((await ring(world, { ...door, qrCodeId: after.qrCodeId })).visit.outcome).toBeNull()
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome: null, qrCodeId: before.qrCodeId })
})

// covers: doorbell.rotate_door
test('an old code rings during its grace without revealing the new', async () => {
  const door = await openDoor(world)
  const before = await one(door)
  const after = await world.rpc('doorbell.rotate_door', { id: door.doorId, graceHours: 2 }, device(door))
  expect(Date.parse(after.graceUntil ?? '') - Date.parse(after.rotatedAt ?? '')).toBe(2 * HOUR)
  expect(await publicDoor(before.qrCodeId)).toMatchObject({ qrCodeId: before.qrCodeId })
  expect(await world.rpc('doorbell.find_code', { code: before.shortCode })).toMatchObject({ qrCodeId: before.qrCodeId })
  expect((await ring(world, door)).visit).toMatchObject({ qrCodeId: before.qrCodeId, outcome: null })
  await world.clock.shift(2 * HOUR - 60_000)
  expect(await eventually('the clock', async () => (await ring(world, door)).visit)).toMatchObject({ qrCodeId: before.qrCodeId })
  await world.clock.shift(60_000)
  await eventually('the end of the grace', () =>
    publicDoor(before.qrCodeId).then(
      () => false,
      () => true,
    ),
  )
  await expect(ring(world, door)).rejects.toEqual(inactive)
  expect((await one(door)).graceUntil).toBeNull()
})

test('rotating without grace ends all running grace periods', async () => {
  const door = await openDoor(world)
  await world.rpc('doorbell.rotate_door', { id: door.doorId, graceHours: 100 }, device(door))
  expect(await publicDoor(door.qrCodeId)).toBeDefined()
  await world.rpc('doorbell.rotate_door', { id: door.doorId, graceHours: 0 }, device(door))
  await expect(publicDoor(door.qrCodeId)).rejects.toEqual(inactive)
})

test('a repeated registration creates no second door after a rotation', async () => {
  const door = await openDoor(world)
  await world.rpc('doorbell.rotate_door', { id: door.doorId, graceHours: 0 }, device(door))
  await world.rpc('doorbell.open_door', { userId: door.ownerId, qrCodeId: door.qrCodeId, label: 'Front door' })
  expect(await doorsOf(door)).toHaveLength(1)
})

test('concurrent rotations leave auth with the primary door’s last code', async () => {
  const owner = await premiumDoor(world)
  const gate = await add(owner)
  await world.rpc('doorbell.rotate_door', { id: gate.id, graceHours: 0 }, device(owner))
  const rotate = () => world.rpc('doorbell.rotate_door', { id: owner.doorId, graceHours: 0 }, device(owner))
  await Promise.all([rotate(), rotate()])
  const { qrCodeId } = await one(owner)
  const stored = async () =>
    (await world.postgres<{ qr_code_id: string }>('auth', 'SELECT qr_code_id FROM users WHERE id = $1', [owner.ownerId]))[0]?.qr_code_id
  await eventually('the user to follow', async () => (await stored()) === qrCodeId)
})

test('concurrent rotations of a door run one after the other', async () => {
  for (let round = 0; round < 3; round += 1) {
    const door = await openDoor(world)
    const rotate = () => world.rpc('doorbell.rotate_door', { id: door.doorId, graceHours: 0 }, device(door))
    const results = await Promise.allSettled(Array.from({ length: 8 }, rotate))
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    const codes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.qrCodeId] : []))
    expect(new Set(codes).size).toBe(8)
    const { qrCodeId } = await one(door)
    expect(codes).toContain(qrCodeId)
    for (const code of codes.filter((other) => other !== qrCodeId)) await expect(publicDoor(code)).rejects.toEqual(inactive)
    expect(await publicDoor(qrCodeId)).toMatchObject({ qrCodeId })
  }
})

test('rotating a door that is being removed is not found', async () => {
  const gate = await add(premium, 'Shed')
  const rotate = () => world.rpc('doorbell.rotate_door', { id: gate.id, graceHours: 0 }, device(premium))
  const [removed, ...rotations] = await Promise.allSettled([
    world.rpc('doorbell.remove_door', { id: gate.id }, device(premium)),
    ...Array.from({ length: 5 }, rotate),
  ])
  expect(removed.status).toBe('fulfilled')
  for (const result of rotations) if (result.status === 'rejected') expect(result.reason).toEqual(refused('not_found'))
  await expect(rotate()).rejects.toEqual(refused('not_found'))
})

const weekday = { opens: '00:00', closes: '24:00' }
const building = (more: Partial<Building> = {}): Building => ({
  phone: '(555) 123-4567',
  floors: [{ floor: '2', name: 'Dr. Reed' }],
  hours: { mon: weekday, tue: weekday, wed: weekday, thu: weekday, fri: weekday, sat: weekday, sun: weekday },
  timeZone: 'Europe/Berlin',
  ...more,
})

// covers: E-building
test('the public door shows the building and whether it is open', async () => {
  const door = await openDoor(world)
  const keep = (value: Building | null) => world.rpc('doorbell.change_door', { id: door.doorId, building: value }, device(door))
  expect(await publicDoor(door.qrCodeId)).toEqual({ qrCodeId: door.qrCodeId, label: "Ada's door", building: null, keptDays: 3 })
  await keep(building())
  expect(await publicDoor(door.qrCodeId)).toMatchObject({ building: { ...building(), openNow: true } })
  const closed = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
  await keep(building({ hours: closed }))
  expect(await publicDoor(door.qrCodeId)).toMatchObject({ building: { openNow: false } })
  await keep(building({ hours: null }))
  expect(await publicDoor(door.qrCodeId)).toMatchObject({ building: { openNow: null } })
  for (const empty of [building({ phone: null, floors: [], hours: null }), null]) {
    await keep(empty)
    expect(await publicDoor(door.qrCodeId)).toMatchObject({ building: null })
  }
  expect((await one(door)).building).toBeNull()
})

// covers: doorbell.remove_door door_primary
test('removing a further door keeps its history', async () => {
  const gate = await add(premium, 'Cellar')
  const { id } = await ring(world, { ...premium, qrCodeId: gate.qrCodeId })
  expect((await bytes('doorbell.put_sound', gate.id, device(premium), CHIME)).status).toBe(204)
  await world.rpc('doorbell.remove_door', { id: gate.id }, device(premium))
  expect((await doorsOf(premium)).map((door) => door.id)).not.toContain(gate.id)
  await expect(publicDoor(gate.qrCodeId)).rejects.toEqual(inactive)
  expect((await bytes('doorbell.sound', gate.id, device(premium))).status).toBe(404)
  expect(await world.rpc('doorbell.activities', { limit: 10 }, device(premium))).toEqual(
    expect.arrayContaining([expect.objectContaining({ id, doorLabel: 'Cellar' })]),
  )
  await expect(world.rpc('doorbell.remove_door', { id: gate.id }, device(premium))).rejects.toEqual(refused('not_found'))
  await expect(world.rpc('doorbell.remove_door', { id: premium.doorId }, device(premium))).rejects.toEqual(refused('door_primary'))
})

// covers: P-sound
test('choosing a chime needs premium', async () => {
  expect(await one(free)).toMatchObject({ sound: 'standard', soundUrl: CHIMES.standard })
  const choose = (door: Door, sound: 'standard' | 'gong' | 'custom') =>
    world.rpc('doorbell.change_door', { id: door.doorId, sound }, device(door))
  await expect(choose(free, 'gong')).rejects.toMatchObject({
    code: 'subscription_required',
    message: 'You need a premium subscription to choose a doorbell sound. Please upgrade your plan.',
  })
  expect(await choose(free, 'standard')).toMatchObject({ sound: 'standard' })
  expect(await choose(premium, 'gong')).toMatchObject({ sound: 'gong', soundUrl: CHIMES.gong })
  const fresh = await premiumDoor(world)
  await expect(choose(fresh, 'custom')).rejects.toMatchObject({
    code: 'validation_failed',
    details: { sound: 'Please upload a sound first' },
  })
})

// covers: doorbell.put_sound doorbell.sound
test('an uploaded sound is selected at once and plays on premium only', async () => {
  const owner = await premiumDoor(world)
  const put = (body: Buffer, type?: string) => bytes('doorbell.put_sound', owner.doorId, device(owner), body, type)
  expect((await put(CHIME)).status).toBe(204)
  const kept = await eventually('the tier', async () => {
    const door = await one(owner)
    return door.soundUrl === CHIMES.standard ? undefined : door
  })
  expect(kept).toMatchObject({ sound: 'custom', hasCustomSound: true })
  expect(kept.soundUrl).toMatch(new RegExp(`^/api/doors/${owner.doorId}/sound\\?v=`))
  const answer = await bytes('doorbell.sound', owner.doorId, device(owner))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect(Buffer.from(await answer.arrayBuffer()).equals(CHIME)).toBe(true)
  expect((await bytes('doorbell.sound', owner.doorId, device(premium))).status).toBe(404)
  const full = Buffer.concat([CHIME, Buffer.alloc(1_000_000 - CHIME.length)])
  expect((await put(full)).status).toBe(204)
  expect((await one(owner)).soundUrl).not.toBe(kept.soundUrl)
  await world.rpc('billing.revoke_grant', { userId: owner.ownerId, by: 'test' })
  await eventually('the standard chime', async () => (await one(owner)).soundUrl === CHIMES.standard)
})

test('uploads at once leave one file', async () => {
  const owner = await premiumDoor(world)
  const put = () => bytes('doorbell.put_sound', owner.doorId, device(owner), CHIME)
  await put()
  const before = soundsStored().length
  await Promise.all(Array.from({ length: 6 }, put))
  expect(soundsStored()).toHaveLength(before)
})

// covers: doorbell.put_sound doorbell.sound sound_invalid
test.each([
  ['no MP3', () => Buffer.from('<html>'.repeat(1_000)), 'audio/mpeg', 400, 'sound_invalid'],
  ['nothing', () => Buffer.from(' '), 'audio/mpeg', 400, 'sound_invalid'],
  ['another type', () => CHIME, 'audio/ogg', 415, 'media_type'],
  ['one byte too many', () => Buffer.concat([CHIME, Buffer.alloc(1_000_001 - CHIME.length)]), 'audio/mpeg', 413, 'too_large'],
] as const)('uploading %s as a sound is refused', async (_what, body, type, status, code) => {
  expect(await codeOf(await bytes('doorbell.put_sound', premium.doorId, device(premium), body(), type))).toEqual([status, code])
})

test('uploading a sound needs premium', async () => {
  expect(await codeOf(await bytes('doorbell.put_sound', free.doorId, device(free), CHIME))).toEqual([403, 'subscription_required'])
})

// covers: P-resident-own
test('another owner’s door is not found', async () => {
  const [stranger, id] = [device(premium), free.doorId]
  await expect(world.rpc('doorbell.change_door', { id, label: 'Mine' }, stranger)).rejects.toEqual(refused('not_found'))
  await expect(world.rpc('doorbell.rotate_door', { id, graceHours: 0 }, stranger)).rejects.toEqual(refused('not_found'))
  await expect(world.rpc('doorbell.remove_door', { id }, stranger)).rejects.toEqual(refused('not_found'))
  expect(await codeOf(await bytes('doorbell.put_sound', id, stranger, CHIME))).toEqual([404, 'not_found'])
  expect(await one(free)).toMatchObject({ label: "Ada's door" })
})

// covers: E-doorbell-settings
test('the switches enable further doors and custom sounds', async () => {
  const owner = await premiumDoor(world)
  const flip = (switches: object) => world.rpc('doorbell.change_preferences', { switches }, device(owner))
  const gate = await add(owner)
  const shown = async () => (await doorsOf(owner)).find(({ id }) => id === gate.id)
  await eventually('the tier', async () => (await shown())?.paused === false)
  await flip({ allowMultipleQRCodes: false })
  expect((await shown())?.paused).toBe(true)
  await expect(publicDoor(gate.qrCodeId)).rejects.toEqual(inactive)
  await expect(ring(world, { ...owner, qrCodeId: gate.qrCodeId })).rejects.toEqual(inactive)
  expect((await ring(world, owner)).visit.outcome).toBeNull()
  await flip({ allowMultipleQRCodes: true })
  expect((await ring(world, { ...owner, qrCodeId: gate.qrCodeId })).visit.outcome).toBeNull()
  expect(await world.rpc('doorbell.change_door', { id: gate.id, sound: 'gong' }, device(owner))).toMatchObject({ soundUrl: CHIMES.gong })
  await flip({ customDoorbell: false })
  expect(await shown()).toMatchObject({ sound: 'gong', soundUrl: CHIMES.standard })
  await flip({ customDoorbell: true })
  expect(await shown()).toMatchObject({ soundUrl: CHIMES.gong })
})

test('a switch that a new door or a sound turns on reaches other devices, once', async () => {
  const owner = await premiumDoor(world)
  const { frames } = await residentFrames(world, owner)
  const received = () => frames.filter(({ type }) => type === 'preferences_changed').length
  const { id } = await add(owner)
  await add(owner, 'Garage')
  await eventually('the frame of the first further door', () => received() === 1)
  for (const sound of ['gong', 'standard', 'gong'] as const) await world.rpc('doorbell.change_door', { id, sound }, device(owner))
  // Frames keep their order: one too many would have come before this one.
  await world.rpc('doorbell.change_preferences', { switches: { doorbell: false } }, device(owner))
  await eventually('the frame of the change', () => received() >= 3)
  expect(received()).toBe(3)
})
