/** Two copies change one call: only the first write of what both have read counts. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { opened, prepared, ringOver } from '../src/domain/call/rules.ts'
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
  const call = prepared(undefined, { activityId, ownerId: activityId, callId: 'c', now }, now + 45_000)
  expect(await one.swap(activityId, undefined, call, null)).toBe(true)
  expect(await other.swap(activityId, undefined, call, null)).toBe(false)

  const [first, second] = [await one.read(activityId), await other.read(activityId)]
  const holder = { session: 's', device: 'Chrome' }
  const opening = { activityId, ownerId: activityId, callId: 'd', now, kind: 'audio', holder, visitorThere: true, clientId: null } as const
  expect(await one.swap(activityId, first, opened(first?.call, opening), null)).toBe(true)
  expect(await other.swap(activityId, second, ringOver(call, now), null)).toBe(false)
  expect(await other.swap(activityId, second, null, null)).toBe(false)
  const last = await other.read(activityId)
  expect(last?.call.stage).toBe('connecting')
  expect(await other.swap(activityId, last, null, null)).toBe(true)
  expect(await one.read(activityId)).toBeUndefined()
})
