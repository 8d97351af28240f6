import { expect, test } from '@jest/globals'
import type { Partly } from '#scripts/testing/partly.ts'
import type { Call } from '../call/call.ts'
import { ended, opened } from '../call/rules.ts'
import type { CallDeps, Stored } from '../ports.ts'
import { onRung } from './rings.ts'

type Facts = Awaited<ReturnType<CallDeps['doorbell']['facts']>>
const NOW = new Date('2026-11-26T12:00:00Z')
const ENDS = new Date(NOW.getTime() + 45_000)

/** Answers each reservation with `isFree`, after `meanwhile` changed the call. */
function worldOf(isFree: boolean, meanwhile = (call: Call): Call | undefined => call, members?: number[]) {
  const rooms: unknown[] = []
  let stored: Stored | undefined
  const counted: Call[] = []
  const frames: unknown[] = []
  const show = (_to: unknown, frame: unknown) => void frames.push(frame)
  const prepares: unknown[] = []
  const node = { id: 'node', rooms: 0, maxRooms: 10, draining: false, preparing: false, records: false, failed: false }
  const calls: Partial<CallDeps['calls']> = {
    read: async () => stored,
    swap: async (_id, _before, after) => {
      stored = after ? { call: after, text: '' } : undefined
      return true
    },
    reserveRoom: async (call) => {
      counted.push(call)
      const next = meanwhile(call)
      stored = next && { call: next, text: '' }
      return isFree
    },
  }
  const deps: Partly<CallDeps> = {
    calls,
    nodes: { living: async () => [node], chosen: () => undefined },
    doorbell: { facts: async () => ({ live: true, firstInLine: true, ...(members && { members }) }) as Facts },
    sfu: { call: async (_node, name, input) => rooms.push([name, input]) as never },
    live: {
      toVisitor: show,
      toResidents: (userIds, frame) => {
        prepares.push(...userIds)
        frames.push(frame)
      },
    },
    clock: { now: () => NOW },
    newId: () => 'c',
    random: () => 0,
  }
  return { deps: deps as CallDeps, counted, frames, prepares, rooms, stored: () => stored?.call }
}
const rung = { activityId: 1, ownerId: 2, endsAt: ENDS.toISOString(), premium: true, quiet: false } as Parameters<typeof onRung>[1]

test('a ring counts its room once, and both sides prepare', async () => {
  const { deps, counted, frames } = worldOf(true)
  await onRung(deps, rung)
  expect(counted).toHaveLength(1)
  expect(frames).toEqual(Array.from({ length: 2 }, () => ({ type: 'call_prepare', activityId: 1 })))
})

test('do not disturb of its owner keeps no member from preparing', async () => {
  const { deps, prepares, stored } = worldOf(true, undefined, [5])
  await onRung(deps, { ...rung, quiet: true, members: [5, 6] })
  // A copy of doorbell that knows who has the ring now is asked.
  expect([prepares, stored()?.members]).toEqual([[5], [5]])
  const before = worldOf(true)
  await onRung(before.deps, { ...rung, members: [5, 6] })
  expect(before.prepares).toEqual([2, 5, 6])
})

test('a ring over its owner’s limit prepares nothing, and is not repeated', async () => {
  const { deps, counted, frames } = worldOf(false)
  await onRung(deps, rung)
  expect(counted).toHaveLength(1)
  expect(frames).toEqual([])
})

const answer = { kind: 'video', holder: { session: 's', device: 'Chrome' }, visitorThere: true, clientId: null } as const
const over = (call: Call): Call =>
  ended(opened(call, { ...answer, activityId: 1, ownerId: 2, members: [], callId: 'c', now: NOW.getTime() }), NOW.getTime())

test.each<[string, (call: Call) => Call | undefined]>([
  ['has ended', (call) => over(call)],
  ['has ended on the node of its call', (call) => ({ ...over(call), node: 'node' })],
  ['was cancelled', () => undefined],
])('a ring that %s while its room is reserved opens none', async (_what, meanwhile) => {
  const { deps, counted, frames, rooms, stored } = worldOf(true, meanwhile)
  await onRung(deps, rung)
  expect(rooms).toEqual([])
  expect(frames).toEqual([])
  expect(stored()).toEqual(meanwhile(counted[0] as Call))
})
