import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, residentFrames, ring, visitorFrames, visitorOf } from './people.ts'

let world: Stack
const LIFE = 1_500
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'], env: { RING_LIFE_MS: String(LIFE), RING_COOLDOWN_MS: '300' } })
})
afterAll(() => world.stop())

const outcomeOf = async (id: number) => (await world.rpc('doorbell.visit', { id }, visitorOf(id))).outcome
const eventsOf = (id: number, name: string) =>
  world.postgres<{ data: { outcome: string } }>('doorbell', `SELECT data FROM outbox WHERE name = $1 AND data->>'activityId' = $2`, [
    name,
    String(id),
  ])

// covers: S-cancel doorbell.cancel
test('Cancel ends the ring and a later answer is refused', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const [resident, visitor] = [await residentFrames(world, door), await visitorFrames(world, id)]
  expect(await world.rpc('doorbell.cancel', { id }, caller)).toMatchObject({ outcome: 'cancelled', isHandled: false, canWrite: false })
  expect(await resident.next('activity_changed')).toMatchObject({ activity: { id, outcome: 'cancelled', isHandled: false } })
  expect(await visitor.next('call_response')).toMatchObject({ accepted: false, reasonCode: 'cancelled' })
  expect(await world.rpc('doorbell.cancel', { id }, caller)).toMatchObject({ outcome: 'cancelled' })
  expect(await world.rpc('doorbell.cancel_live', { activityId: id }, caller)).toEqual({ cancelled: false })
  await expect(world.rpc('doorbell.handle', { id, handledType: 'message' }, device(door))).rejects.toMatchObject({ code: 'ring_over' })
  expect(await eventsOf(id, 'doorbell.ended')).toMatchObject([{ data: { outcome: 'cancelled' } }])
})

test('Cancel after an answer keeps the outcome and returns the ring', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  expect(await world.rpc('doorbell.cancel', { id }, caller)).toMatchObject({ outcome: 'answered_message' })
})

// covers: S-missed S-late-chat
test('an unanswered ring is missed on time, once', async () => {
  const door = await openDoor(world)
  const { id, visit, caller } = await ring(world, door)
  const [resident, visitor] = [await residentFrames(world, door), await visitorFrames(world, id)]
  expect(await visitor.next('call_response')).toMatchObject({ accepted: false, reasonCode: 'missed', message: 'No one answered' })
  expect(Date.now() - Date.parse(visit.endsAt ?? '')).toBeLessThan(1_500)
  expect(await resident.next('activity_changed')).toMatchObject({ activity: { id, outcome: 'missed', isHandled: false } })
  expect(await visitor.next('visit_changed')).toMatchObject({ visit: { outcome: 'missed', againLeft: 3, canWrite: true } })
  await expect(world.rpc('doorbell.handle', { id, handledType: 'message' }, device(door))).rejects.toMatchObject({ code: 'ring_over' })
  expect(await world.rpc('doorbell.write_as_visitor', { id, message: 'Parcel is at the gate' }, caller)).toMatchObject({
    senderId: 'visitor',
  })
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ messageLeft: true, outcome: 'missed' })
  expect(visitor.frames.filter((frame) => frame.type === 'call_response')).toHaveLength(1)
})

/** Everything that a visitor can read of a ring, without timestamps of the answers. */
async function seenBy(id: number) {
  const { frames } = await world.rpc('doorbell.resume', { as: 'visitor', activityId: id }, visitorOf(id))
  const visits = await world.rpc('doorbell.my_visits', {}, visitorOf(id))
  return [await world.rpc('doorbell.visit', { id }, visitorOf(id)), visits, frames.map((frame) => ({ ...frame, now: '' }))]
}

test.each(['missed', 'dismissed', 'cancelled'] as const)(
  'the visitor’s view does not change by the resident after %s @all',
  async (end) => {
    const door = await openDoor(world)
    const { id, caller } = await ring(world, door)
    const frames = await visitorFrames(world, id)
    if (end === 'dismissed') await world.rpc('doorbell.handle', { id, handledType: 'dismissed' }, device(door))
    if (end === 'cancelled') await world.rpc('doorbell.cancel', { id }, caller)
    await frames.next('visit_changed', ({ visit }) => visit.outcome === end)
    const before = await seenBy(id)
    const received = frames.frames.length
    for (const state of ['delivered', 'seen', 'read'] as const) await world.rpc('doorbell.receipt', { activityId: id, state }, device(door))
    await world.rpc('doorbell.mark_handled', { id, isHandled: true }, device(door))
    for (const keep of [true, false, true]) await world.rpc('doorbell.mark_handled', { id, keep }, device(door))
    await world.postgres('doorbell', `UPDATE owners SET tier = 'premium' WHERE id = $1`, [door.ownerId])
    expect(await seenBy(id)).toEqual(before)
    await world.bus.flush()
    expect(frames.frames.slice(received)).toEqual([])
  },
)

test('keeping a live ring publishes nothing to the visitor', async () => {
  const door = await openDoor(world)
  const { id, visit } = await ring(world, door)
  const frames = await visitorFrames(world, id)
  await world.rpc('doorbell.mark_handled', { id, keep: true }, device(door))
  expect(await world.rpc('doorbell.visit', { id }, visitorOf(id))).toEqual(visit)
  await world.bus.flush()
  expect(frames.frames).toEqual([])
})

test('a message after a miss raises the visitor’s version @all', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const frames = await visitorFrames(world, id)
  const missed = await frames.next('visit_changed', ({ visit }) => visit.outcome === 'missed')
  await world.rpc('doorbell.mark_handled', { id, isHandled: true }, device(door))
  await world.rpc('doorbell.write_as_resident', { id, message: 'I am back' }, device(door))
  expect(await frames.next('chat_message')).toMatchObject({ message: 'I am back' })
  const { version } = await world.rpc('doorbell.visit', { id }, caller)
  expect(version).toBe(missed.visit.version + 1)
})

test('concurrent answer, Cancel and miss give one outcome @all', async () => {
  const door = await openDoor(world)
  const races = Array.from({ length: 50 }, async () => {
    const { id, caller, visit } = await ring(world, door)
    const wait = Date.parse(visit.endsAt ?? '') - Date.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait - 6 + Math.random() * 12)))
    const claim = (session: string) => world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door, session))
    const [a, b, cancelled] = await Promise.allSettled([
      claim('phone'),
      claim('tablet'),
      world.rpc('doorbell.cancel_live', { activityId: id }, caller),
    ])
    await eventually(
      'an outcome',
      async () => (await world.postgres('doorbell', 'SELECT 1 FROM activities WHERE id = $1 AND outcome IS NOT NULL', [id])).length,
    )
    const outcome = await outcomeOf(id)
    const wins =
      [a, b].filter((one) => one.status === 'fulfilled').length + (cancelled.status === 'fulfilled' && cancelled.value.cancelled ? 1 : 0)
    expect(wins).toBe(outcome === 'missed' ? 0 : 1)
    const events = [...(await eventsOf(id, 'doorbell.handled')), ...(await eventsOf(id, 'doorbell.ended'))]
    expect(events).toHaveLength(1)
    return outcome
  })
  const outcomes = await Promise.all(races)
  expect(outcomes).toHaveLength(50)
})

test('a ring of a killed service is missed on time by the next @all', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  await world.kill('doorbell')
  await world.restart('doorbell')
  expect(await visitor.next('call_response')).toMatchObject({ reasonCode: 'missed' })
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome: 'missed' })
})

test('the next process publishes the rings of one that died @all', async () => {
  const door = await openDoor(world)
  await world.kill('doorbell')
  const resident = await residentFrames(world, door)
  const eventId = '0b2f8b1e-1111-4111-8111-0123456789ab'
  const [row] = await world.postgres<{ id: number }>(
    'doorbell',
    `INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, timestamp, ends_at, expires_at)
     VALUES ($1, $2, $3, repeat('k', 43), 'Vera', 'Hello', $4, $5, $6) RETURNING id`,
    [
      door.ownerId,
      door.doorId,
      door.qrCodeId,
      new Date(Date.now() - 2_000),
      new Date(Date.now() + 60_000),
      new Date(Date.now() + 86_400_000),
    ],
  )
  const id = row?.id ?? 0
  const data = {
    activityId: id,
    ownerId: door.ownerId,
    doorId: door.doorId,
    endsAt: new Date().toISOString(),
    premium: false,
    quiet: false,
  }
  await world.postgres('doorbell', `INSERT INTO outbox (id, name, data, at) VALUES ($1, 'doorbell.rung', $2, $3)`, [
    eventId,
    JSON.stringify(data),
    new Date(Date.now() - 5_000),
  ])
  await world.restart('doorbell')
  expect(await resident.next('doorbell_ring')).toMatchObject({ activityId: id })
  await eventually('the event to be published', async () => {
    const rows = await world.postgres('doorbell', 'SELECT 1 FROM outbox WHERE id = $1 AND sent_at IS NOT NULL', [eventId])
    return rows.length
  })
})

// covers: S-missed
test('two copies end a missed ring once @all', async () => {
  const copy = await world.another('doorbell')
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  await visitor.next('visit_changed')
  await copy.process.end('SIGTERM')
  expect(visitor.frames.filter((frame) => frame.type === 'call_response')).toHaveLength(1)
  expect(await eventsOf(id, 'doorbell.ended')).toHaveLength(1)
})
