import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, residentFrames, ring, visitorFrames, visitorOf } from './people.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const MISSED = 46_000
const COOLED = 21_000
const until = (id: number, outcome: string) =>
  eventually(`ring ${id} to be ${outcome}`, async () => (await world.rpc('doorbell.visit', { id }, visitorOf(id))).outcome === outcome)
const rowsOf = (door: { qrCodeId: string }) =>
  world.postgres<{ id: number }>('doorbell', 'SELECT id FROM activities WHERE qr_code_id = $1', [door.qrCodeId])

// covers: S-ring L-visit-cookie server.doorbell_ring
test('the resident’s frame precedes the visitor’s answer', async () => {
  const door = await openDoor(world)
  const resident = await residentFrames(world, door)
  const { visit, id, cookie } = await ring(world, door, { unitNumber: '4b', purpose: 'guest' })
  // What follows a ring may already be there too, where this process was late to read the answer.
  expect(resident.frames[0]).toMatchObject({
    type: 'doorbell_ring',
    activityId: id,
    visitorName: 'Vera',
    message: 'Hello',
    activity: { userId: door.ownerId, endsAt: visit.endsAt, outcome: null, isHandled: false, unitNumber: '4b', purpose: 'guest', rings: 1 },
  })
  const [heard] = resident.frames.filter((frame) => frame.type === 'doorbell_ring')
  expect(Math.abs(Date.parse(heard?.now ?? '') - Date.parse(visit.timestamp))).toBeLessThan(10_000)
  expect(visit).toMatchObject({ outcome: null, inLine: 0, delivered: true, seen: false, offersCamera: false, canWrite: true, messages: [] })
  expect(visit.userId).not.toBe(door.ownerId)
  expect(cookie).toMatchObject({ activityId: id, maxAgeSeconds: 86_400 })
  expect(Date.parse(visit.endsAt ?? '') - Date.parse(visit.timestamp)).toBe(45_000)
})

test('a ring is stored with its event and published', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const sent = () =>
    world.postgres(
      'doorbell',
      `SELECT data FROM outbox WHERE name = 'doorbell.rung' AND data->>'activityId' = $1 AND sent_at IS NOT NULL`,
      [String(id)],
    )
  const [event] = await eventually('the event to be sent', async () => ((await sent()).length ? await sent() : null))
  expect(event).toMatchObject({ data: { activityId: id, ownerId: door.ownerId, doorId: door.doorId, premium: false, quiet: false } })
})

// covers: S-ring-key
test('ten concurrent requests with one key place one ring', async () => {
  const door = await openDoor(world)
  const resident = await residentFrames(world, door)
  const key = randomUUID()
  const rings = await Promise.all(Array.from({ length: 10 }, () => ring(world, door, { key })))
  expect(new Set(rings.map(({ id }) => id)).size).toBe(1)
  expect(await rowsOf(door)).toHaveLength(1)
  expect(resident.frames.filter((frame) => frame.type === 'doorbell_ring')).toHaveLength(1)
})

test('two visitors with the same short key get two rings', async () => {
  const door = await openDoor(world)
  const mine = await ring(world, door, { key: '1', address: '127.1.1.1' })
  const again = await ring(world, door, { key: '1', address: '127.1.1.1' })
  const theirs = await ring(world, door, { key: '1', address: '127.1.1.2' })
  expect(again.id).toBe(mine.id)
  expect(theirs.id).not.toBe(mine.id)
})

test('a short key does not reveal a ring behind the same address', async () => {
  const door = await openDoor(world)
  const mine = await ring(world, door, { key: '1', visitorName: 'Vera' })
  await world.rpc('doorbell.write_as_visitor', { id: mine.id, message: 'Between us' }, mine.caller)
  const theirs = await ring(world, door, { key: '1', visitorName: 'Otto' })
  expect([theirs.id === mine.id, theirs.visit.visitorName]).toEqual([false, 'Otto'])
  // The same form: one ring, and the second visitor gets neither its chat nor its cookie.
  const same = await ring(world, door, { key: '1', visitorName: 'Vera' })
  expect([same.id, same.cookie, same.visit.messages]).toEqual([mine.id, undefined, []])
  const back = await ring(world, door, { key: '1', visitorName: 'Vera', visits: [mine.id] })
  expect([back.id, back.cookie?.activityId, back.visit.messages.length]).toEqual([mine.id, mine.id, 1])
})

// covers: S-ring-same
test('a browser’s live ring at a door is returned instead of another', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  const first = await ring(world, door)
  expect((await ring(world, door, { visits: [first.id], message: 'Hello?' })).id).toBe(first.id)
  expect((await ring(world, other, { visits: [first.id] })).id).not.toBe(first.id)
  await world.rpc('doorbell.cancel', { id: first.id }, first.caller)
  expect((await ring(world, door, { visits: [first.id] })).id).not.toBe(first.id)
})

// covers: S-ring-line
test('a second visitor gets a queue position until the first ring ends', async () => {
  const [door, gate] = [await openDoor(world), await openDoor(world)]
  // The resident's other door has its own queue.
  await world.postgres('doorbell', 'UPDATE doors SET owner_id = $2, "primary" = false WHERE id = $1', [gate.doorId, door.ownerId])
  await world.rpc('doorbell.change_preferences', { switches: { emailNotifications: true } }, device(door))
  const many = `UPDATE owners SET tier = 'premium', preferences = jsonb_set(preferences, '{switches,allowMultipleQRCodes}', 'true')
    WHERE id = $1`
  await world.postgres('doorbell', many, [door.ownerId])
  const first = await ring(world, door)
  const second = await ring(world, door, { visitorName: 'Paul' })
  const elsewhere = await ring(world, gate)
  const seenBy = ({ id, caller }: typeof first) => world.rpc('doorbell.visit', { id }, caller)
  for (const [rung, inLine] of [
    [first, 0],
    [second, 1],
    [elsewhere, 0],
  ] as const) {
    expect([rung.visit.inLine, (await seenBy(rung)).inLine]).toEqual([inLine, inLine])
    expect(Date.parse(rung.visit.endsAt ?? '') - Date.parse(rung.visit.timestamp)).toBe(45_000)
  }
  expect(await world.rpc('doorbell.ring_facts', { activityId: second.id })).toMatchObject({ firstInLine: false, live: true })
  const frames = await visitorFrames(world, second.id)
  await world.rpc('doorbell.cancel', { id: first.id }, first.caller)
  expect(await frames.next('visit_changed')).toMatchObject({
    visit: { id: second.id, inLine: 0, outcome: null, endsAt: second.visit.endsAt },
  })
  expect(await seenBy(second)).toMatchObject({ inLine: 0 })
  expect(await world.rpc('doorbell.ring_facts', { activityId: second.id })).toMatchObject({ firstInLine: true })
})

// covers: S-inactive door_inactive
test('an unknown and a disabled code give the same answer', async () => {
  const door = await openDoor(world)
  await expect(ring(world, { ...door, qrCodeId: 'nowhere' })).rejects.toMatchObject({ code: 'door_inactive' })
  await world.postgres('doorbell', 'UPDATE doors SET enabled = false WHERE id = $1', [door.doorId])
  await expect(ring(world, door)).rejects.toMatchObject({ code: 'door_inactive', message: 'This code is no longer active' })
  await expect(world.rpc('doorbell.public_door', { qrCodeId: door.qrCodeId })).rejects.toMatchObject({ code: 'door_inactive' })
})

// covers: S-outlives doorbell.my_visits
test('a live ring outlives its code', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.postgres('doorbell', 'UPDATE doors SET qr_code_id = $2 WHERE id = $1', [door.doorId, randomUUID().slice(0, 20)])
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ qrCodeId: door.qrCodeId, outcome: null })
  expect(await world.rpc('doorbell.my_visits', { qrCodeId: door.qrCodeId }, caller)).toMatchObject([{ id }])
})

// covers: S-again again_too_soon again_used_up
test('Call Again opens 20 s after a miss, at most three times', async () => {
  const door = await openDoor(world)
  const first = await ring(world, door)
  const held = [first.id]
  const again = (againOf = first.id) => ring(world, door, { againOf, visits: held })
  expect((await again()).id).toBe(first.id)
  for (const rings of [2, 3, 4]) {
    await world.clock.shift(MISSED)
    const last = held.at(-1) ?? 0
    await until(last, 'missed')
    const visit = await world.rpc('doorbell.visit', { id: last }, visitorOf(last))
    expect(visit).toMatchObject({ againLeft: 5 - rings })
    expect(Date.parse(visit.againAt ?? '')).toBeGreaterThan(Date.parse(visit.timestamp) + 60_000)
    await expect(again()).rejects.toMatchObject({ code: 'again_too_soon', retryAfterSeconds: expect.any(Number) })
    await world.clock.shift(COOLED)
    const [one, two] = await Promise.all([again(), again(last)])
    expect(one.id).toBe(two.id)
    held.push(one.id)
    const [listed] = await world.rpc('doorbell.activities', { limit: 1 }, device(door))
    expect(listed).toMatchObject({ againOf: first.id, rings })
  }
  await world.clock.shift(MISSED)
  await until(held.at(-1) ?? 0, 'missed')
  await world.clock.shift(COOLED)
  await expect(again()).rejects.toMatchObject({ code: 'again_used_up' })
  expect(await world.rpc('doorbell.visit', { id: held.at(-1) ?? 0 }, visitorOf(...held))).toMatchObject({ againLeft: 0, againAt: null })
})

test('Call Again of another’s or an unmissed ring places a new ring', async () => {
  const door = await openDoor(world)
  const first = await ring(world, door)
  const stranger = await ring(world, door, { againOf: first.id })
  expect(stranger.visit).toMatchObject({ againOf: null })
  await world.rpc('doorbell.cancel', { id: first.id }, first.caller)
  expect((await ring(world, door, { againOf: first.id, visits: [first.id] })).visit).toMatchObject({ againOf: null })
})

// covers: S-quiet
test('do not disturb makes a ring quiet without showing the visitor', async () => {
  const door = await openDoor(world)
  await world.postgres('doorbell', 'UPDATE owners SET quiet = true WHERE id = $1', [door.ownerId])
  const resident = await residentFrames(world, door)
  const { visit } = await ring(world, door)
  expect(resident.frames).toMatchObject([{ type: 'activity_changed', activity: { quiet: true } }])
  expect(JSON.stringify(visit)).not.toContain('quiet')
  expect(visit).toMatchObject({ outcome: null, delivered: true })
})

test('lists and the queue are sorted by time, not by id', async () => {
  const door = await openDoor(world)
  const rings = []
  for (let count = 0; count < 8; count++) rings.push(await ring(world, door))
  const ids = rings.map(({ id }) => id)
  for (const id of ids) expect(id > 0 && id < 2 ** 31).toBe(true)
  expect(ids).not.toEqual(ids.toSorted((a, b) => a - b))
  expect(rings.map(({ visit }) => visit.inLine)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const caller = { requestId: 'test', address: '::', userAgent: '', visits: [], ...device(door) }
    const page = await world.bus.ask('doorbell.activities', { limit: 3, cursor }, { caller })
    seen.push(...page.output.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  expect(seen).toEqual(ids.toReversed())
  const held = await world.rpc('doorbell.my_visits', {}, { visits: ids.map((activityId) => ({ activityId })) })
  expect(held.map(({ id }) => id)).toEqual(ids.toReversed())
})

test('a ring whose random id is taken gets another', async () => {
  const door = await openDoor(world)
  const taken = await ring(world, door)
  const [column] = await world.postgres<{ was: string }>(
    'doorbell',
    `SELECT column_default AS was FROM information_schema.columns WHERE table_name = 'activities' AND column_name = 'id'`,
  )
  await world.postgres('doorbell', `CREATE SEQUENCE forced START ${taken.id}`)
  await world.postgres('doorbell', 'ALTER SEQUENCE forced OWNER TO doorbell_doorbell')
  await world.postgres('doorbell', `ALTER TABLE activities ALTER COLUMN id SET DEFAULT nextval('forced')`)
  try {
    expect((await ring(world, door)).id).toBe(taken.id + 1)
  } finally {
    await world.postgres('doorbell', `ALTER TABLE activities ALTER COLUMN id SET DEFAULT ${column?.was}`)
  }
})
