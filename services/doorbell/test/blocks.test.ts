// @all: more cases of the block that ends.test.ts and the browser show
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { ringKey } from '../src/core/ring-key.ts'
import { type Door, device, openDoor, residentFrames, ring, visitorFrames, visitorOf } from './people.ts'

let world: Stack
let pool: pg.Pool
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'] })
  pool = new pg.Pool({ connectionString: world.databaseUrl('doorbell'), max: 3 })
})
afterAll(async () => {
  await pool.end()
  await world.stop()
})

const HOUR = 3_600_000
const BLOCKED = { code: 'visitor_blocked' }
const activity = async (door: Door, id: number) =>
  (await world.rpc('doorbell.activities', { limit: 50 }, device(door))).find((one) => one.id === id)
const block = (door: Door, id: number) => world.rpc('doorbell.block_visitor', { id }, device(door))
const requests = (door: Door) => world.rpc('doorbell.visit_requests', { limit: 9 }, device(door))
const write = ({ id, caller }: { id: number; caller: object }) =>
  world.rpc('doorbell.write_as_visitor', { id, message: 'Me again' }, caller)

/** Requests a visit in an hour. */
function ask(door: Door, visitorName = 'Bob Miller') {
  const [date = '', time = ''] = new Date(Date.now() + HOUR).toISOString().slice(0, 16).split('T')
  const form = { visitorName, email: null, phone: null, residentName: null, purpose: 'Heating check', date, time }
  const by = { idempotencyKey: randomUUID(), address: '127.7.0.1' }
  return world.rpc('doorbell.request_visit', { qrCodeId: door.qrCodeId, ...form }, by)
}
/** @returns the approved pass of a visit in an hour */
async function approvedPass(door: Door, visitorName?: string) {
  const { token } = await ask(door, visitorName)
  const id = (await requests(door))[0]?.id ?? 0
  await world.rpc('doorbell.approve_visit', { id }, device(door))
  return { id, token }
}

test('a ring with a pass carries the approved name', async () => {
  const door = await openDoor(world)
  const frames = await residentFrames(world, door)
  const { token } = await approvedPass(door)
  const { id, visit } = await ring(world, door, { pass: token, visitorName: 'Police' })
  expect(visit.visitorName).toBe('Bob Miller')
  expect(await activity(door, id)).toMatchObject({ visitorName: 'Bob Miller', expected: true })
  expect(await frames.next('doorbell_ring')).toMatchObject({ visitorName: 'Bob Miller', activity: { visitorName: 'Bob Miller' } })
})

test('blocking a ring with a pass ends the pass', async () => {
  const door = await openDoor(world)
  const address = '127.7.1.1'
  const { id: requestId, token } = await approvedPass(door)
  const { id } = await ring(world, door, { pass: token, address })
  await block(door, id)
  await expect(ring(world, door, { pass: token, address })).rejects.toMatchObject(BLOCKED)
  await expect(ring(world, door, { address })).rejects.toMatchObject(BLOCKED)
  expect(await world.rpc('doorbell.pass', { token })).toMatchObject({ status: 'declined' })
  expect(await requests(door)).toMatchObject([{ id: requestId, status: 'declined', decidedAt: expect.any(String) }])
  const elsewhere = await ring(world, door, { pass: token, address: '127.7.1.2' })
  expect(await activity(door, elsewhere.id)).toMatchObject({ expected: false })
})

test('another visitor’s pass still rings from a blocked address', async () => {
  const door = await openDoor(world)
  const address = '127.7.2.1'
  const guest = await approvedPass(door, 'Ada Guest')
  const { token } = await approvedPass(door)
  const { id } = await ring(world, door, { pass: token, address })
  await block(door, id)
  const rung = await ring(world, door, { pass: guest.token, address })
  expect(await activity(door, rung.id)).toMatchObject({ expected: true, blocked: false, visitorName: 'Ada Guest' })
  await expect(ring(world, door, { visits: [id], pass: guest.token, address })).rejects.toMatchObject(BLOCKED)
})

test('a block dismisses a live ring with the same pass from another address', async () => {
  const door = await openDoor(world)
  const { token } = await approvedPass(door)
  const first = await ring(world, door, { pass: token, address: '127.7.3.1' })
  const second = await ring(world, door, { pass: token, address: '127.7.3.2' })
  const frames = await visitorFrames(world, second.id)
  await block(door, first.id)
  expect(await frames.next('call_response')).toMatchObject({ accepted: false, reasonCode: 'dismissed' })
  await expect(write(second)).rejects.toMatchObject(BLOCKED)
})

test('a block ends every pass that the browser has used', async () => {
  const door = await openDoor(world)
  const { token } = await approvedPass(door)
  const first = await ring(world, door, { pass: token, address: '127.7.4.1' })
  await world.rpc('doorbell.cancel', { id: first.id }, first.caller)
  const second = await ring(world, door, { visits: [first.id], address: '127.7.4.2' })
  await block(door, second.id)
  expect(await world.rpc('doorbell.pass', { token })).toMatchObject({ status: 'declined' })
})

test('the resident can approve a pass again after a block ended it', async () => {
  const door = await openDoor(world)
  const { id: requestId, token } = await approvedPass(door)
  const { id } = await ring(world, door, { pass: token, address: '127.7.5.1' })
  await block(door, id)
  await world.rpc('doorbell.approve_visit', { id: requestId }, device(door))
  const again = await ring(world, door, { pass: token, address: '127.7.5.1' })
  expect(await activity(door, again.id)).toMatchObject({ expected: true })
  // Another block at this door does not end the pass.
  const stranger = await ring(world, door, { address: '127.7.5.2' })
  await block(door, stranger.id)
  expect(await activity(door, again.id)).toMatchObject({ outcome: null, blocked: false })
})

/** Sessions of the service that wait for a lock. */
const waiting = async () => {
  const text = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await world.postgres<{ n: number }>('doorbell', text))[0]?.n ?? 0
}
/** Holds locks until it is ended. @returns a function that ends it */
async function hold(text: string, values: readonly unknown[]): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(text, [...values])
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}
/** Resolves once the work has ended or waits for a lock. */
async function endedOrWaiting(work: Promise<unknown>, others: number): Promise<void> {
  let ended = false
  const settle = work.then(
    () => true,
    () => true,
  )
  void settle.then(() => {
    ended = true
  })
  await eventually('the work to end or to wait', async () => ended || (await waiting()) > others)
}

test('a block closes a ring that is being written', async () => {
  const door = await openDoor(world)
  const address = '127.7.6.1'
  const { id } = await ring(world, door, { address })
  const key = randomUUID()
  const stored = ringKey(door.qrCodeId, { key, address, texts: ['Vera', 'Hello', undefined, undefined] })
  // The ring's statement has read the blocks and waits for this row's lock.
  const release = await hold(
    `INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, timestamp, ends_at, expires_at)
     SELECT owner_id, door_id, qr_code_id, $2, '', '', timestamp, ends_at, expires_at FROM activities WHERE id = $1`,
    [id, stored],
  )
  const late = ring(world, door, { key, address })
  await eventually('the ring to wait', async () => (await waiting()) > 0)
  const blocked = block(door, id)
  await endedOrWaiting(blocked, 1)
  await release()
  await blocked
  const rung = await late
  expect(await world.rpc('doorbell.visit', { id: rung.id }, rung.caller)).toMatchObject({ outcome: 'dismissed', canWrite: false })
  await expect(write(rung)).rejects.toMatchObject(BLOCKED)
})

test('a ring during the write of a block is refused', async () => {
  const door = await openDoor(world)
  const address = '127.7.7.1'
  const { id, caller } = await ring(world, door, { address })
  await world.rpc('doorbell.cancel', { id }, caller)
  const release = await hold('SELECT id FROM activities WHERE id = $1 FOR UPDATE', [id])
  const blocked = block(door, id)
  await eventually('the block to wait', async () => (await waiting()) > 0)
  const late = ring(world, door, { address })
  await endedOrWaiting(late, 1)
  await release()
  await blocked
  await expect(late).rejects.toMatchObject(BLOCKED)
})

test('no ring stays live after concurrent rings and a block', async () => {
  for (let round = 0; round < 6; round += 1) {
    const door = await openDoor(world)
    const address = `127.7.8.${round + 1}`
    const { id } = await ring(world, door, { address })
    const [, ...rings] = await Promise.allSettled([block(door, id), ...Array.from({ length: 12 }, () => ring(world, door, { address }))])
    const placed = rings.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    for (const one of placed) expect(await activity(door, one)).toMatchObject({ outcome: 'dismissed', blocked: true })
  }
})

test('a message during the write of a block is refused', async () => {
  const door = await openDoor(world)
  const rung = await ring(world, door, { address: '127.7.9.1' })
  await world.rpc('doorbell.write_as_resident', { id: rung.id, message: 'Yes?' }, device(door))
  const release = await hold('SELECT id FROM activities WHERE id = $1 FOR UPDATE', [rung.id])
  const blocked = block(door, rung.id)
  await eventually('the block to wait', async () => (await waiting()) > 0)
  const late = write(rung)
  await endedOrWaiting(late, 1)
  await release()
  await blocked
  await expect(late).rejects.toMatchObject(BLOCKED)
  expect(await world.rpc('doorbell.messages', { id: rung.id }, device(door))).toMatchObject([{ message: 'Yes?' }])
})

test('a visit request during the write of a block is refused', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door, { address: '127.7.0.1' })
  await world.rpc('doorbell.cancel', { id }, caller)
  const release = await hold('SELECT id FROM activities WHERE id = $1 FOR UPDATE', [id])
  const blocked = block(door, id)
  await eventually('the block to wait', async () => (await waiting()) > 0)
  const late = ask(door)
  await endedOrWaiting(late, 1)
  await release()
  await blocked
  await expect(late).rejects.toMatchObject(BLOCKED)
})

test('lifting a block keeps the rings that a concurrent block closes', async () => {
  const door = await openDoor(world)
  const address = '127.7.10.1'
  const [first, second] = [await ring(world, door, { address }), await ring(world, door, { address })]
  const lifted = await block(door, first.id)
  const release = await hold('SELECT id FROM activities WHERE id = $1 FOR UPDATE', [second.id])
  const unblocked = world.rpc('doorbell.unblock_visitor', { id: lifted.id }, device(door))
  await eventually('the lifting to wait', async () => (await waiting()) > 0)
  const blocked = block(door, second.id)
  await endedOrWaiting(blocked, 1)
  await release()
  await Promise.all([unblocked, blocked])
  for (const { id } of [first, second]) expect(await activity(door, id)).toMatchObject({ blocked: true })
})

test('the same ring can be blocked again after its block has ended', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door, { address: '127.7.11.1' })
  await block(door, id)
  await world.postgres('doorbell', `UPDATE visitor_blocks SET until = now() - interval '1 s' WHERE activity_id = $1`, [id])
  expect(await block(door, id)).toMatchObject({ activityId: id })
  await expect(ring(world, door, { address: '127.7.11.1' })).rejects.toMatchObject(BLOCKED)
})

const presence = (id: number, state: 'hidden' | 'visible') => world.rpc('doorbell.receipt', { activityId: id, state }, visitorOf(id))

test('a blocked visitor’s hidden and visible receipts are refused', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door, { address: '127.7.12.1' })
  await world.rpc('doorbell.write_as_resident', { id, message: 'Yes?' }, device(door))
  await block(door, id)
  const before = await activity(door, id)
  const frames = await residentFrames(world, door)
  for (const state of ['hidden', 'visible'] as const) await expect(presence(id, state)).rejects.toMatchObject(BLOCKED)
  await world.rpc('doorbell.resume', { as: 'visitor', activityId: id }, visitorOf(id))
  await world.bus.flush()
  expect(frames.frames.filter(({ type }) => type === 'activity_changed')).toEqual([])
  expect(await activity(door, id)).toEqual(before)
})

test.each(['dismissed', 'cancelled', 'missed'] as const)('a hidden receipt changes nothing after the ring was %s', async (end) => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door, { address: '127.7.13.1' })
  await presence(id, 'hidden')
  if (end === 'dismissed') await world.rpc('doorbell.handle', { id, handledType: 'dismissed' }, device(door))
  if (end === 'cancelled') await world.rpc('doorbell.cancel', { id }, caller)
  if (end === 'missed') await world.clock.shift(46_000)
  const written = () => world.postgres('doorbell', 'SELECT 1 FROM activities WHERE id = $1 AND outcome = $2', [id, end])
  await eventually('the end to be written', async () => (await written()).length)
  const before = await activity(door, id)
  const frames = await residentFrames(world, door)
  for (const state of ['visible', 'hidden', 'visible'] as const) await presence(id, state)
  await world.rpc('doorbell.resume', { as: 'visitor', activityId: id }, caller)
  await world.bus.flush()
  expect(frames.frames.filter(({ type }) => type === 'activity_changed')).toEqual([])
  expect(await activity(door, id)).toEqual(before)
})
