/** Two copies change one call: only the first write of what both have read counts. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { membersChanged, opened, prepared, ringOver } from '../src/domain/call/rules.ts'
import { createCalls } from '../src/store/calls.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

test('a change of a call that another copy has changed meanwhile is not written', async () => {
  const [one, other] = [createCalls(world.redis), createCalls(world.redis)]
  const now = Date.now()
  // No ring of the shared product has this id.
  const activityId = 2_000_000_000
  const call = prepared(undefined, { activityId, ownerId: activityId, members: [], callId: 'c', now }, now + 45_000)
  expect(await one.swap(activityId, undefined, call, null)).toBe(true)
  expect(await other.swap(activityId, undefined, call, null)).toBe(false)

  const [first, second] = [await one.read(activityId), await other.read(activityId)]
  const holder = { session: 's', device: 'Chrome' }
  const opening = {
    activityId,
    ownerId: activityId,
    members: [],
    callId: 'd',
    now,
    kind: 'audio',
    holder,
    visitorThere: true,
    clientId: null,
  } as const
  expect(await one.swap(activityId, first, opened(first?.call, opening), null)).toBe(true)
  expect(await other.swap(activityId, second, ringOver(call, now), null)).toBe(false)
  expect(await other.swap(activityId, second, null, null)).toBe(false)
  const last = await other.read(activityId)
  expect(last?.call.stage).toBe('connecting')
  expect(await other.swap(activityId, last, null, null)).toBe(true)
  expect(await one.read(activityId)).toBeUndefined()
})

test('a call is listed for its owner and its members, until they leave it or it is deleted', async () => {
  const calls = createCalls(world.redis)
  const now = Date.now()
  const activityId = 2_000_000_001
  const [owner, one, two, three] = [2_000_000_002, 2_000_000_003, 2_000_000_004, 2_000_000_005]
  const listed = async () => {
    const lists = await Promise.all([owner, one, two, three].map((userId) => calls.ofResident(userId)))
    return lists.map((list) => list.includes(activityId))
  }
  const call = prepared(undefined, { activityId, ownerId: owner, members: [one, two], callId: 'c', now }, now + 45_000)
  await calls.swap(activityId, undefined, call, null)
  expect([await listed(), await calls.ofOwner(owner), await calls.ofOwner(one)]).toEqual([[true, true, true, false], [activityId], []])
  await calls.swap(activityId, await calls.read(activityId), membersChanged(call, [two, three], now), null)
  expect(await listed()).toEqual([true, false, true, true])
  await calls.dropResident(three)
  expect(await listed()).toEqual([true, false, true, false])
  await calls.swap(activityId, await calls.read(activityId), null, null)
  expect(await listed()).toEqual([false, false, false, false])
})
