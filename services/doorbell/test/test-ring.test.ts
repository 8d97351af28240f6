/** The owner's test ring: the whole path of a ring, and no effects afterwards (record 0062). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const doorOf = async (person: Resident) => (await person.call('doorbell.doors', {}))[0]?.id ?? 0
const testRing = async (person: Resident) => person.call('doorbell.test_ring', { id: await doorOf(person) })
/** The ids of an owner's rows that a ring would create. */
async function tracesOf({ user: { id } }: Resident) {
  const ofItsRings = "SELECT name FROM outbox WHERE (data->>'ownerId')::int = $1 AND data ? 'activityId'"
  const events = await world.postgres('doorbell', ofItsRings, [id])
  const ofRings = 'SELECT kind FROM notifications WHERE owner_id = $1 AND activity_id IS NOT NULL'
  const notifications = await world.postgres('doorbell', ofRings, [id])
  const words = await world.postgres('doorbell', 'SELECT 1 FROM activity_words WHERE owner_id = $1', [id])
  return { events, notifications, words }
}
const NOTHING = { events: [], notifications: [], words: [] }
const listed = async (person: Resident) => (await person.call('doorbell.activities', {})).map(({ id }) => id)
const rows = (person: Resident) => world.postgres('doorbell', 'SELECT id FROM activities WHERE owner_id = $1', [person.user.id])

// covers: doorbell.test_ring
test('a test ring reaches every device, is answered, and leaves nothing', async () => {
  const person = await world.resident()
  const [one, other] = [await person.socket(), await (await person.anotherDevice()).socket()]
  const ring = await testRing(person)
  expect(ring).toMatchObject({ test: true, outcome: null, endsAt: expect.any(String), alerts: ['modal', 'sound', 'desktop'] })
  for (const device of [one, other])
    expect((await device.next('doorbell_ring', ({ activityId }) => activityId === ring.id)).activity.test).toBe(true)
  expect(await listed(person)).toEqual([ring.id])
  expect(await person.call('doorbell.activities', { tab: 'doorbell' })).toEqual([])
  await person.call('doorbell.handle', { id: ring.id, handledType: 'message' })
  const { activity } = await other.next('activity_changed', (frame) => frame.activityId === ring.id && frame.activity.outcome !== null)
  expect(activity).toMatchObject({ outcome: 'answered_message', isHandled: true, test: true })
  const { steps } = await person.call('doorbell.activity_story', { id: ring.id })
  expect(steps.map(({ kind }) => kind)).toEqual(['accepted', 'answered_message'])
  expect(await listed(person)).toEqual([])
  expect((await person.http('/api/activities/export?format=json')).text).not.toContain(String(ring.id))
  expect(await tracesOf(person)).toEqual(NOTHING)
  await world.clock.shift(TIME.ringLife + TIME.testRingKept)
  await eventually('the row to be deleted', async () => (await rows(person)).length === 0, 60_000)
})

test('a test ring that nobody answers is missed, without a notification', async () => {
  const person = await world.resident()
  const device = await person.socket()
  const { id } = await testRing(person)
  await device.next('doorbell_ring')
  await world.clock.shift(TIME.ringLife)
  const ended = await device.next('activity_changed', ({ activityId, activity }) => activityId === id && activity.outcome !== null)
  expect(ended.activity.outcome).toBe('missed')
  expect(await listed(person)).toEqual([])
  expect(await tracesOf(person)).toEqual(NOTHING)
})

test('another press returns the test ring that is live', async () => {
  const person = await world.resident()
  const { id } = await testRing(person)
  expect((await testRing(person)).id).toBe(id)
  expect(await rows(person)).toHaveLength(1)
})

test('presses at the same moment place one test ring', async () => {
  const person = await world.resident()
  const id = await doorOf(person)
  const press = (index: number) => person.call('doorbell.test_ring', { id }, { 'idempotency-key': `press-${index}-of-this-door` })
  const rings = await Promise.all(Array.from({ length: 6 }, (_, index) => press(index)))
  expect(new Set(rings.map((ring) => ring.id)).size).toBe(1)
  expect(await rows(person)).toHaveLength(1)
})

test('an upgrade of the plan keeps no test ring longer', async () => {
  const person = await world.resident()
  const { id } = await testRing(person)
  const visit = await world.visitor().ring(person)
  const kept = () => world.postgres('doorbell', 'SELECT id, expires_at AS until FROM activities WHERE owner_id = $1', [person.user.id])
  const untilOf = async (ring: number) => Number((await kept()).find((row) => row.id === ring)?.until)
  const before = { test: await untilOf(id), visit: await untilOf(visit.id) }
  await world.grantPremium(person.user.id)
  expect(await untilOf(visit.id)).toBeGreaterThan(before.visit)
  expect(await untilOf(id)).toBe(before.test)
})

test('a visitor never stands in line behind a test ring', async () => {
  const person = await world.resident()
  await testRing(person)
  expect((await world.visitor().ring(person)).inLine).toBe(0)
})

test('a test ring is quiet when a ring would be', async () => {
  const person = await world.resident()
  await person.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  expect(await testRing(person)).toMatchObject({ test: true, quiet: true, alerts: [] })
})

test('a video answer to a test ring opens no call', async () => {
  const person = await world.resident({ premium: true })
  const device = await person.socket()
  const { id } = await testRing(person)
  device.send({ type: 'call_response', visitorId: id, accepted: true, communicationType: 'video' })
  await device.next('activity_changed', ({ activity }) => activity.id === id && activity.outcome === 'answered_video')
  device.send({ type: 'join_call', activityId: id, kind: 'video' })
  expect((await device.next('error')).code).toBe('not_found')
  expect(device.all('call_state')).toEqual([])
})

test('a door of somebody else is not there, and one that is off says so', async () => {
  const [person, other] = [await world.resident(), await world.resident()]
  const id = await doorOf(other)
  await expect(person.call('doorbell.test_ring', { id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await other.call('doorbell.change_door', { id, enabled: false })
  await expect(testRing(other)).rejects.toMatchObject({ status: 409, code: 'door_inactive' })
  expect(await rows(other)).toEqual([])
})
