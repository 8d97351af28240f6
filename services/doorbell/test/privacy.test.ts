import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Caller } from '#proto/envelope.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, openDoor, ring } from './people.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

type Attempt = (id: number, caller: Partial<Caller>) => Promise<unknown>
const asVisitor: Record<string, Attempt> = {
  visit: (id, caller) => world.rpc('doorbell.visit', { id }, caller),
  cancel: (id, caller) => world.rpc('doorbell.cancel', { id }, caller),
  cancel_live: (id, caller) => world.rpc('doorbell.cancel_live', { activityId: id }, caller),
  write: (id, caller) => world.rpc('doorbell.write_as_visitor', { id, message: 'x' }, caller),
  hidden: (id, caller) => world.rpc('doorbell.receipt', { activityId: id, state: 'hidden' }, caller),
  resume: (id, caller) => world.rpc('doorbell.resume', { as: 'visitor', activityId: id }, caller),
}
const asResident: Record<string, Attempt> = {
  handle: (id, caller) => world.rpc('doorbell.handle', { id, handledType: 'message' }, caller),
  video: (id, caller) => world.rpc('doorbell.handle', { id, handledType: 'video_call' }, caller),
  mark: (id, caller) => world.rpc('doorbell.mark_handled', { id, isHandled: true }, caller),
  messages: (id, caller) => world.rpc('doorbell.messages', { id }, caller),
  write: (id, caller) => world.rpc('doorbell.write_as_resident', { id, message: 'x' }, caller),
  keep: (id, caller) => world.rpc('doorbell.mark_handled', { id, keep: true }, caller),
  block: (id, caller) => world.rpc('doorbell.block_visitor', { id }, caller),
  story: (id, caller) => world.rpc('doorbell.activity_story', { id }, caller),
  read: (id, caller) => world.rpc('doorbell.receipt', { activityId: id, state: 'read' }, caller),
  claim: (id, caller) => world.rpc('doorbell.claim', { activityId: id, answer: 'dismiss' }, caller),
  seen: (id, caller) => world.rpc('doorbell.receipt', { activityId: id, state: 'seen' }, caller),
}

// covers: P-visitor-own
test.each(Object.entries(asVisitor))('%s with another visitor’s or the resident’s cookie is not found', async (_name, attempt) => {
  const door = await openDoor(world)
  const [mine, theirs] = [await ring(world, door), await ring(world, door)]
  for (const caller of [theirs.caller, device(door)]) await expect(attempt(mine.id, caller)).rejects.toMatchObject({ code: 'not_found' })
  expect(await world.rpc('doorbell.visit', { id: mine.id }, mine.caller)).toMatchObject({ outcome: null, messages: [], version: 1 })
})

// covers: P-resident-own
test.each(Object.entries(asResident))('%s of another’s or a missing ring is the same 404', async (_name, attempt) => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  const { id, caller } = await ring(world, door)
  await expect(attempt(id, device(other))).rejects.toMatchObject({ code: 'not_found' })
  await expect(attempt(2_000_000_000, device(other))).rejects.toMatchObject({ code: 'not_found' })
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome: null, messages: [], version: 1 })
})

// covers: C-paging
test('lists hold only the owner’s rows, newest first', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  const ids: number[] = []
  for (let count = 0; count < 5; count++) ids.push((await ring(world, door)).id)
  await ring(world, other)
  const page = (cursor?: string) => world.bus.ask('doorbell.activities', { limit: 2, cursor }, { caller: { ...callerOf(door) } })
  const first = await page()
  const second = await page(first.next)
  expect(first.output.map(({ id }) => id)).toEqual([ids[4], ids[3]])
  expect(second.output.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  const last = await page(second.next)
  expect(last.output.map(({ id }) => id)).toEqual([ids[0]])
  expect(last.next).toBeUndefined()
})
const callerOf = (door: Door) => ({ requestId: 't', address: '', userAgent: '', visits: [], ...device(door) }) as Caller

// covers: E-notification-types
test('each ring creates one notification, for a delivery a package', async () => {
  const door = await openDoor(world)
  const [guest, parcel] = [await ring(world, door), await ring(world, door, { purpose: 'delivery' })]
  const list = () => world.rpc('doorbell.notifications', { limit: 50 }, device(door))
  await eventually('both notifications', async () => (await list()).length === 2)
  expect(await list()).toMatchObject([
    { type: 'package', activityId: parcel.id, actionRequired: true, read: false },
    { type: 'doorbell', activityId: guest.id, actionRequired: true, title: 'Vera rang your doorbell', message: 'Hello' },
  ])
  await world.rpc('doorbell.handle', { id: guest.id, handledType: 'message' }, device(door))
  expect((await list())[1]).toMatchObject({ activityId: guest.id, actionRequired: false })
  await world.clock.shift(46_000)
  await eventually('the notification of the miss', async () => (await list())[0]?.title === 'You missed Vera')
  expect((await list())[0]).toMatchObject({ actionRequired: true })
})

// covers: L-storage
test('expired rings are gone from every list', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.write_as_visitor', { id, message: 'x' }, caller)
  await world.clock.shift(3 * 86_400_000 - 60_000)
  expect(await world.rpc('doorbell.activities', { limit: 9 }, device(door))).toHaveLength(1)
  await world.clock.shift(120_000)
  expect(await world.rpc('doorbell.activities', { limit: 9 }, device(door))).toEqual([])
  expect(await world.rpc('doorbell.notifications', { limit: 9 }, device(door))).toEqual([])
  expect(await world.rpc('doorbell.my_visits', {}, caller)).toEqual([])
  await expect(world.rpc('doorbell.visit', { id }, caller)).rejects.toMatchObject({ code: 'not_found' })
})
