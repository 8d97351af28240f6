import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { device, openDoor, residentFrames, ring, visitorFrames } from './people.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const now = () => new Date(world.clock.now()).toISOString()
/** Without the unread count, which has its own tests. */
const resident = async (door: { ownerId: number }, session?: string) =>
  (await world.rpc('doorbell.resume', { as: 'resident' }, device(door, session))).frames.filter(
    ({ type }) => type !== 'notifications_changed',
  )
const visitor = async (id: number, caller: object) => (await world.rpc('doorbell.resume', { as: 'visitor', activityId: id }, caller)).frames

// covers: S-resume-resident
test('a registering device gets all live rings, oldest first', async () => {
  const door = await openDoor(world)
  const [first, second] = [await ring(world, door), await ring(world, door)]
  const gone = 10_000
  await world.clock.shift(gone)
  const frames = await resident(door)
  expect(frames).toMatchObject([
    { type: 'doorbell_ring', activityId: first.id, activity: { endsAt: first.visit.endsAt } },
    { type: 'doorbell_ring', activityId: second.id, activity: { endsAt: second.visit.endsAt } },
  ])
  // A page counts down by the server's clock, not by its own.
  for (const frame of frames)
    expect('now' in frame ? Date.parse(frame.now) - Date.parse(first.visit.timestamp) : 0).toBeGreaterThanOrEqual(gone)
  await world.rpc('doorbell.cancel', { id: first.id }, first.caller)
  expect((await resident(door)).map((frame) => 'activityId' in frame && frame.activityId)).toEqual([second.id])
})

test('only the session that answered gets the ring replayed', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  await world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  expect(await resident(door)).toMatchObject([{ type: 'activity_changed', activity: { id, outcome: 'answered_message' } }])
  expect(await resident(door, 'tablet')).toEqual([])
})

test('unread messages are replayed until answered or shown', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.write_as_visitor', { id, message: 'one' }, caller)
  await world.rpc('doorbell.write_as_visitor', { id, message: 'two' }, caller)
  const words = async () => (await resident(door)).flatMap((frame) => (frame.type === 'chat_message' ? [frame.message] : []))
  expect(await words()).toEqual(['one', 'two'])
  await world.rpc('doorbell.messages', { id }, device(door))
  expect(await words()).toEqual(['one', 'two'])
  await world.rpc('doorbell.receipt', { activityId: id, state: 'read' }, device(door))
  expect(await words()).toEqual([])
  await world.rpc('doorbell.write_as_visitor', { id, message: 'three' }, caller)
  expect(await words()).toEqual(['three'])
  await world.rpc('doorbell.write_as_resident', { id, message: 'yes?' }, device(door))
  expect(await words()).toEqual([])
})

test('a receipt of a chat reads none of its texts', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.write_as_visitor', { id, message: 'one' }, caller)
  // More than an answer with the chat holds.
  const [newest] = await world.postgres<{ seq: number }>(
    'doorbell',
    "UPDATE messages SET message = repeat('x', 500000) WHERE activity_id = $1 RETURNING seq",
    [id],
  )
  await world.rpc('doorbell.receipt', { activityId: id, state: 'read' }, device(door))
  const read = await world.postgres('doorbell', 'SELECT resident_read AS seq FROM activities WHERE id = $1', [id])
  expect(read).toEqual([newest])
})

// covers: S-resume-visitor
test('a returning visitor gets the answer, the view and unread messages', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  expect(await visitor(id, caller)).toMatchObject([{ type: 'visit_changed', visit: { id, outcome: null } }])
  await world.rpc('doorbell.write_as_resident', { id, message: 'Coming' }, device(door))
  expect(await visitor(id, caller)).toMatchObject([
    { type: 'call_response', accepted: true, communicationType: 'message' },
    { type: 'visit_changed', visit: { outcome: 'answered_message', messages: [{ message: 'Coming' }] } },
    { type: 'chat_message', message: 'Coming', senderId: 'resident' },
  ])
  const stranger = await ring(world, door)
  await expect(world.rpc('doorbell.receipt', { activityId: id, state: 'read' }, stranger.caller)).rejects.toMatchObject({
    code: 'not_found',
  })
  await world.rpc('doorbell.receipt', { activityId: id, state: 'read' }, caller)
  expect((await visitor(id, caller)).map((frame) => frame.type)).toEqual(['call_response', 'visit_changed'])
  await world.rpc('doorbell.write_as_resident', { id, message: 'Still there?' }, device(door))
  await world.rpc('doorbell.write_as_visitor', { id, message: 'Thanks' }, caller)
  expect((await visitor(id, caller)).map((frame) => frame.type)).toEqual(['call_response', 'visit_changed'])
})

// covers: S-resume-visitor
test.each(['dismissed', 'cancelled', 'missed'] as const)('a visitor whose ring was %s registers and gets the outcome', async (end) => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  if (end === 'dismissed') await world.rpc('doorbell.handle', { id, handledType: 'dismissed' }, device(door))
  if (end === 'cancelled') await world.rpc('doorbell.cancel', { id }, caller)
  if (end === 'missed') await world.clock.shift(46_000)
  expect(await visitor(id, caller)).toMatchObject([{ type: 'call_response', accepted: false, reasonCode: end }, { type: 'visit_changed' }])
})

test('a replay reports a call as accepted, then as ended', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  const call = { activityId: id, callId: `late-${id}`, kind: 'audio' as const, startedAt: now(), connectedAt: null }
  await world.rpc('doorbell.record_call', { ...call, endedAt: null, seconds: null })
  expect((await visitor(id, caller))[0]).toMatchObject({ accepted: true, communicationType: 'audio' })
  await world.rpc('doorbell.record_call', { ...call, endedAt: now(), seconds: 12 })
  expect((await visitor(id, caller))[0]).toMatchObject({ accepted: false, reasonCode: 'ended' })
})

test('a recorded audio call becomes a video call, and a late report changes that no more', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  await world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  const call = { activityId: id, callId: `added-${id}`, startedAt: now(), connectedAt: null, endedAt: null, seconds: null }
  const kinds: (string | undefined)[] = []
  for (const kind of ['audio', 'video', 'audio'] as const) {
    await world.rpc('doorbell.record_call', { ...call, kind })
    kinds.push((await world.rpc('doorbell.ring_facts', { activityId: id })).call?.kind)
  }
  expect(kinds).toEqual(['audio', 'video', 'video'])
})

// covers: S-end
test('a call’s seconds are stored once and summed', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  await world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  const at = now()
  const record = (callId: string, seconds: number) =>
    world.rpc('doorbell.record_call', { activityId: id, callId, kind: 'video', startedAt: at, connectedAt: at, endedAt: at, seconds })
  await record(`a-${id}`, 30)
  await Promise.all([record(`a-${id}`, 99), record(`a-${id}`, 98)])
  await record(`b-${id}`, 12)
  const [activity] = await world.rpc('doorbell.activities', { limit: 1 }, device(door))
  expect(activity).toMatchObject({ callSeconds: 42, outcome: 'answered_message' })
  await expect(record('c', 1)).resolves.toEqual({})
  await expect(
    world.rpc('doorbell.record_call', {
      activityId: 2_000_000_000,
      callId: 'd',
      kind: 'video',
      startedAt: at,
      connectedAt: at,
      endedAt: at,
      seconds: 1,
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('delivered and seen receipts of a visitor are not found', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  for (const state of ['delivered', 'seen'] as const)
    await expect(world.rpc('doorbell.receipt', { activityId: id, state }, caller)).rejects.toMatchObject({ code: 'not_found' })
})

// covers: S-receipts server.visit_changed
test('the visitor learns of seen once, without devices', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const frames = await visitorFrames(world, id)
  const receipt = (state: 'delivered' | 'seen', session: string) =>
    world.rpc('doorbell.receipt', { activityId: id, state }, device(door, session))
  await receipt('delivered', 'phone')
  await receipt('delivered', 'tablet')
  await receipt('delivered', 'tablet')
  await receipt('seen', 'tablet')
  await receipt('seen', 'phone')
  expect(await frames.next('visit_changed')).toMatchObject({ visit: { seen: true } })
  expect(frames.frames).toHaveLength(1)
  const marks = await world.postgres<{ kind: string; n: number }>(
    'doorbell',
    `SELECT kind, count(*)::int AS n FROM marks WHERE activity_id = $1 AND kind IN ('delivered', 'seen') GROUP BY kind ORDER BY kind`,
    [id],
  )
  expect(marks).toEqual([
    { kind: 'delivered', n: 2 },
    { kind: 'seen', n: 2 },
  ])
})

// covers: S-visitor-away
test('hidden and visible receipts reach the resident and end nothing', async () => {
  const door = await openDoor(world)
  const { id, caller, visit } = await ring(world, door)
  const resumed = async () => {
    const { frames: missed } = await world.rpc('doorbell.resume', { as: 'visitor', activityId: id }, caller)
    // A returning page gets the same ring with the same end.
    expect(missed).toMatchObject([{ type: 'visit_changed', visit: { id, outcome: null, endsAt: visit.endsAt } }])
  }
  for (const comesBack of [resumed, () => world.rpc('doorbell.receipt', { activityId: id, state: 'visible' }, caller)]) {
    const went = await residentFrames(world, door)
    await world.rpc('doorbell.receipt', { activityId: id, state: 'hidden' }, caller)
    expect(await went.next('activity_changed')).toMatchObject({ activity: { visitorAway: true, outcome: null, endsAt: visit.endsAt } })
    expect(await world.rpc('doorbell.ring_facts', { activityId: id })).toMatchObject({ hidden: true, live: true })
    const came = await residentFrames(world, door)
    await comesBack()
    expect(await came.next('activity_changed')).toMatchObject({ activity: { visitorAway: false, outcome: null, endsAt: visit.endsAt } })
  }
})

// covers: client.doorbell_ring server.doorbell_ring_sent
test('doorbell_ring frames are confirmed and place no ring', async () => {
  const door = await openDoor(world)
  const frames = await residentFrames(world, door)
  const { id, visit, caller } = await ring(world, door)
  // Waits for the ring's own frame and for its notification, which follows.
  await frames.next('notifications_changed')
  const told = frames.frames.length
  for (let times = 0; times < 3; times++) {
    const { frames: replies } = await world.rpc(
      'doorbell.confirm_ring',
      { activityId: id, userId: visit.userId },
      { ...caller, clientId: 'c1' },
    )
    expect(replies).toEqual([{ type: 'doorbell_ring_sent', activityId: id, userId: visit.userId, clientId: 'c1' }])
  }
  await world.bus.flush()
  expect(frames.frames.slice(told)).toEqual([])
  await expect(world.rpc('doorbell.confirm_ring', { activityId: id, userId: visit.userId }, device(door))).rejects.toMatchObject({
    code: 'not_found',
  })
})
