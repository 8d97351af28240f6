import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { AppError } from '#kit/app-error.ts'
import { DAY_MS } from '#proto/durations.ts'
import { VISIT } from '#proto/limits.ts'
import { mapDetails, ringDetails } from '#proto/ring-details.ts'
import { nextNumber } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, openDoor, ring, visitorFrames } from './people.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const activity = async (door: Door, id: number) =>
  (await world.rpc('doorbell.activities', { limit: 50 }, device(door))).find((one) => one.id === id)
const erase = (id: number, caller: object) => world.rpc('doorbell.erase_visit', { id }, caller)
const expectStopped = async ({ id, caller }: { id: number; caller: object }) => {
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ canWrite: false })
  const words = { id, message: 'Me again' }
  await expect(world.rpc('doorbell.write_as_visitor', words, caller)).rejects.toMatchObject({ code: 'visitor_blocked' })
  const chat = { recipientId: id, activityId: id, message: 'Me again' }
  await expect(world.rpc('doorbell.send_chat', chat, caller)).rejects.toMatchObject({ code: 'visitor_blocked' })
}
const keep = (door: Door, id: number, kept: boolean) => world.rpc('doorbell.mark_handled', { id, keep: kept }, device(door))

// covers: doorbell.erase_visit
test('erasing after a day keeps only time and outcome', async () => {
  const door = await openDoor(world)
  // No other test writes this text.
  const secret = `Secret-${nextNumber()}`
  const { id, caller, visit } = await ring(world, door, {
    visitorName: `Vera ${secret}`,
    message: `${secret} words`,
    ...mapDetails(() => secret),
  })
  await world.rpc('doorbell.write_as_visitor', { id, message: `${secret} chat` }, caller)
  await world.rpc('doorbell.write_as_resident', { id, message: `${secret} answer` }, device(door))
  await eventually('its notification', async () => (await world.rpc('doorbell.notifications', { limit: 9 }, device(door))).length > 1)
  const notifications = async () => JSON.stringify(await world.postgres('doorbell', 'SELECT params, t FROM notifications t'))
  expect(await notifications()).toContain(`{"name":"Vera ${secret}"}`)
  expect(visit.eraseFrom).toBe(new Date(Date.parse(visit.timestamp) + VISIT.eraseAfter).toISOString())
  await world.clock.shift(VISIT.eraseAfter)
  const { cookies } = await world.bus.ask(
    'doorbell.erase_visit',
    { id },
    { caller: { requestId: 'test', address: '::', userAgent: '', visits: [], ...caller } },
  )
  expect(cookies).toEqual({ forgetVisit: id })
  expect(await activity(door, id)).toMatchObject({
    ...{ visitorName: null, message: null, ...ringDetails({}), photoUrl: null, hasChat: false },
    ...{ timestamp: visit.timestamp, outcome: 'answered_message' },
  })
  expect(await world.rpc('doorbell.messages', { id }, device(door))).toEqual([])
  expect(await world.rpc('doorbell.notifications', { limit: 9 }, device(door))).toEqual([])
  for (const table of ['activities', 'messages', 'notifications', 'outbox', 'marks', 'activity_words'])
    expect(JSON.stringify(await world.postgres('doorbell', `SELECT * FROM ${table} t`))).not.toContain(secret)
  await expect(world.rpc('doorbell.visit', { id }, caller)).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.rpc('doorbell.write_as_visitor', { id, message: 'x' }, caller)).rejects.toMatchObject({ code: 'not_found' })
  expect(await world.rpc('doorbell.my_visits', {}, caller)).toEqual([])
  await expect(erase(id, caller)).rejects.toMatchObject({ code: 'not_found' })
})

// covers: L-erase erase_too_soon
test('erasing is refused for exactly one day', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.cancel', { id }, caller)
  await expect(erase(id, caller)).rejects.toMatchObject({ code: 'erase_too_soon' })
  await world.clock.shift(VISIT.eraseAfter - 30_000)
  await expect(erase(id, caller)).rejects.toMatchObject({ code: 'erase_too_soon' })
  expect(await activity(door, id)).toMatchObject({ visitorName: 'Vera', message: 'Hello' })
  await world.clock.shift(30_000)
  await erase(id, caller)
})

test('concurrent erasures never answer that the resident keeps the ring', async () => {
  const door = await openDoor(world)
  for (let round = 0; round < 5; round++) {
    const { id, caller } = await ring(world, door)
    await world.clock.shift(VISIT.eraseAfter)
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => erase(id, caller)))
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as AppError).code] : []))
    expect(refusals.length).toBeLessThan(6)
    expect(refusals.filter((code) => code !== 'not_found')).toEqual([])
    expect(await activity(door, id)).toMatchObject({ visitorName: null })
  }
})

// covers: C-keep erase_kept
test('a kept or blocked ring cannot be erased until it is released', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.clock.shift(VISIT.eraseAfter)
  expect(await keep(door, id, true)).toMatchObject({ kept: true, isHandled: false })
  expect(await keep(door, id, true)).toMatchObject({ kept: true })
  await expect(erase(id, caller)).rejects.toMatchObject({ code: 'erase_kept' })
  expect(await keep(door, id, false)).toMatchObject({ kept: false })
  const block = await world.rpc('doorbell.block_visitor', { id }, device(door))
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ eraseFrom: null })
  await expect(erase(id, caller)).rejects.toMatchObject({ code: 'erase_kept' })
  await world.rpc('doorbell.unblock_visitor', { id: block.id }, device(door))
  await erase(id, caller)
})

// covers: P-visits-own
test('erasing, keeping or blocking another’s ring is not found', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  const [mine, theirs] = [await ring(world, door), await ring(world, other)]
  await world.clock.shift(VISIT.eraseAfter)
  await expect(erase(mine.id, theirs.caller)).rejects.toMatchObject({ code: 'not_found' })
  await expect(erase(mine.id, device(door))).rejects.toMatchObject({ code: 'not_found' })
  await expect(keep(other, mine.id, true)).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.rpc('doorbell.block_visitor', { id: mine.id }, device(other))).rejects.toMatchObject({ code: 'not_found' })
  const block = await world.rpc('doorbell.block_visitor', { id: mine.id }, device(door))
  await expect(world.rpc('doorbell.unblock_visitor', { id: block.id }, device(other))).rejects.toMatchObject({ code: 'not_found' })
  expect(await world.rpc('doorbell.blocks', { limit: 9 }, device(other))).toEqual([])
})

// covers: S-block doorbell.block_visitor
test('a block dismisses the live ring and closes this door only', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  const { id, caller } = await ring(world, door, { address: '127.8.8.1' })
  const frames = await visitorFrames(world, id)
  const block = await world.rpc('doorbell.block_visitor', { id }, device(door))
  expect(block).toMatchObject({ activityId: id, doorId: door.doorId, visitorName: 'Vera' })
  expect(await frames.next('call_response')).toMatchObject({ accepted: false, reasonCode: 'dismissed' })
  expect(await activity(door, id)).toMatchObject({ outcome: 'dismissed', isHandled: true, blocked: true })
  expect(await world.rpc('doorbell.block_visitor', { id }, device(door))).toEqual(block)
  const blocked = { code: 'visitor_blocked' }
  await expect(ring(world, door, { visits: [id], address: '127.8.8.2' })).rejects.toMatchObject(blocked)
  await expect(ring(world, door, { address: '127.8.8.1' })).rejects.toMatchObject(blocked)
  await expect(world.rpc('doorbell.write_as_visitor', { id, message: 'x' }, caller)).rejects.toMatchObject(blocked)
  const form = { visitorName: 'V', email: null, phone: null, residentName: null, purpose: 'x', date: '2099-01-01', time: '10:00' }
  await expect(world.rpc('doorbell.request_visit', { qrCodeId: door.qrCodeId, ...form }, caller)).rejects.toMatchObject(blocked)
  await ring(world, other, { visits: [id], address: '127.8.8.1' })
  await ring(world, door, { address: '127.8.8.3' })
})

test('a block closes the visitor’s earlier rings until it is lifted', async () => {
  const door = await openDoor(world)
  const first = await ring(world, door, { address: '127.8.11.1' })
  await world.rpc('doorbell.write_as_resident', { id: first.id, message: 'One moment' }, device(door))
  const second = await ring(world, door, { visits: [first.id], address: '127.8.11.1' })
  expect(second.id).not.toBe(first.id)
  const block = await world.rpc('doorbell.block_visitor', { id: second.id }, device(door))
  await expectStopped(first)
  await world.rpc('doorbell.unblock_visitor', { id: block.id }, device(door))
  await world.rpc('doorbell.write_as_visitor', { id: first.id, message: 'Thanks' }, first.caller)
})

test('a block closes the browser’s earlier ring from another address', async () => {
  const door = await openDoor(world)
  const first = await ring(world, door, { address: '127.8.14.1' })
  await world.rpc('doorbell.write_as_resident', { id: first.id, message: 'One moment' }, device(door))
  const second = await ring(world, door, { visits: [first.id], address: '127.8.14.2' })
  await world.rpc('doorbell.cancel', { id: second.id }, second.caller)
  const third = await ring(world, door, { visits: [second.id], address: '127.8.14.3' })
  const stranger = await ring(world, door, { address: '127.8.14.4' })
  const block = await world.rpc('doorbell.block_visitor', { id: third.id }, device(door))
  await expectStopped(first)
  // Without the newer cookies: a browser may drop them.
  for (const againOf of [null, first.id])
    await expect(ring(world, door, { visits: [first.id], againOf, address: '127.8.14.5' })).rejects.toMatchObject({
      code: 'visitor_blocked',
    })
  const date = new Date(world.clock.now() + 7 * 24 * 3_600_000).toISOString().slice(0, 10)
  const words = { visitorName: 'Tom Keller', email: null, phone: null, residentName: null, purpose: 'Heating check', date, time: '12:00' }
  const asked = world.rpc(
    'doorbell.request_visit',
    { qrCodeId: door.qrCodeId, ...words },
    { visits: [{ activityId: first.id }], address: '127.8.14.6' },
  )
  await expect(asked).rejects.toMatchObject({ code: 'visitor_blocked' })
  await world.rpc('doorbell.write_as_visitor', { id: stranger.id, message: 'Still here' }, stranger.caller)
  await world.rpc('doorbell.unblock_visitor', { id: block.id }, device(door))
  await world.rpc('doorbell.write_as_visitor', { id: first.id, message: 'Thanks' }, first.caller)
})

test('a block dismisses only live rings from its address', async () => {
  const door = await openDoor(world)
  const [one, two] = [await ring(world, door, { address: '127.8.12.1' }), await ring(world, door, { address: '127.8.12.1' })]
  const other = await ring(world, door, { address: '127.8.12.2' })
  const frames = await visitorFrames(world, two.id)
  await world.rpc('doorbell.block_visitor', { id: one.id }, device(door))
  expect(await frames.next('call_response')).toMatchObject({ accepted: false, reasonCode: 'dismissed' })
  expect(await activity(door, two.id)).toMatchObject({ outcome: 'dismissed', isHandled: true })
  await expectStopped(two)
  await world.rpc('doorbell.write_as_visitor', { id: other.id, message: 'Still here' }, other.caller)
  expect(await activity(door, other.id)).toMatchObject({ outcome: null, blocked: false })
})

test('a ring closed by two blocks opens when both are lifted', async () => {
  const door = await openDoor(world)
  const address = '127.8.13.1'
  const first = await ring(world, door, { address })
  await world.rpc('doorbell.write_as_resident', { id: first.id, message: 'One moment' }, device(door))
  const [two, three] = [await ring(world, door, { address }), await ring(world, door, { address })]
  const blocks = [
    await world.rpc('doorbell.block_visitor', { id: two.id }, device(door)),
    await world.rpc('doorbell.block_visitor', { id: three.id }, device(door)),
  ]
  await world.rpc('doorbell.unblock_visitor', { id: blocks[0]?.id ?? 0 }, device(door))
  await expectStopped(first)
  await world.rpc('doorbell.unblock_visitor', { id: blocks[1]?.id ?? 0 }, device(door))
  await world.rpc('doorbell.write_as_visitor', { id: first.id, message: 'Thanks' }, first.caller)
})

// covers: L-block doorbell.unblock_visitor
test('a block ends after a day for the address, thirty for the browser', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door, { address: '127.8.9.1' })
  await world.rpc('doorbell.block_visitor', { id }, device(door))
  await world.clock.shift(VISIT.blockAddress)
  await ring(world, door, { address: '127.8.9.1' })
  await expect(ring(world, door, { visits: [id], address: '127.8.9.2' })).rejects.toMatchObject({ code: 'visitor_blocked' })
  const [listed] = await world.rpc('doorbell.blocks', { limit: 9 }, device(door))
  await world.rpc('doorbell.unblock_visitor', { id: listed?.id ?? 0 }, device(door))
  expect(await activity(door, id)).toMatchObject({ blocked: false })
  await ring(world, door, { visits: [id], address: '127.8.9.2' })
  const again = await ring(world, door, { address: '127.8.9.3' })
  await world.rpc('doorbell.block_visitor', { id: again.id }, device(door))
  await world.clock.shift(30 * DAY_MS)
  await ring(world, door, { visits: [again.id], address: '127.8.9.3' })
  expect(await world.rpc('doorbell.blocks', { limit: 9 }, device(door))).toEqual([])
})

test('a block stores an HMAC instead of the address', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door, { address: '127.8.10.77' })
  const [row] = await world.postgres('doorbell', 'SELECT * FROM activities WHERE id = $1', [id])
  expect(JSON.stringify(row)).not.toContain('127.8.10.77')
})
