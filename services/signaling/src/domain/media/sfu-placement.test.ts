import { expect, test } from '@jest/globals'
import { createLog } from '#kit/log.ts'
import type { Partly } from '#scripts/testing/partly.ts'
import { type Call, roomOf } from '../call/call.ts'
import { opened, placed } from '../call/rules.ts'
import type { CallDeps, NodeState } from '../ports.ts'
import { moveCallsFromLostNodes } from './due-calls.ts'
import { onNotice } from './media-notices.ts'
import { chooseNode } from './sfu-placement.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const HOLDER = { session: 's', device: 'Chrome' }

const nodeOf = (id: string, fields: Partial<NodeState> = {}): NodeState => ({
  id,
  rooms: 0,
  maxRooms: 60,
  draining: false,
  preparing: false,
  records: false,
  failed: false,
  ...fields,
})

function callOn(node: string, activityId = 1): Call {
  const birth = { activityId, ownerId: 2, members: [], callId: 'c', now: NOW.getTime() }
  return placed(opened(undefined, { ...birth, kind: 'video', holder: HOLDER, visitorThere: true, clientId: null }), node)
}

/** @param refuses the nodes that answer no request */
function worldOf(calls: readonly Call[], living: readonly NodeState[], refuses: readonly string[] = []) {
  const stored = new Map(calls.map((call) => [call.activityId, call]))
  const steps: string[] = []
  const unwritable = new Set<number>()
  const deps: Partly<CallDeps> = {
    calls: {
      read: async (id) => {
        const call = stored.get(id)
        return call && { call, text: '' }
      },
      swap: async (id, _before, after) => {
        if (unwritable.has(id)) throw new Error('redis does not answer')
        if (after) stored.set(id, after)
        steps.push(`moved to ${after?.node}`)
        return true
      },
      reserveRoom: async () => true,
      onNode: async (node) => [...stored.values()].filter((call) => call.node === node).map(({ activityId }) => activityId),
    },
    nodes: {
      living: async () => [...living],
      lost: async () => ['lost'],
      forget: async (id) => void steps.push(`forgotten ${id}`),
      failed: () => undefined,
      chosen: () => undefined,
    },
    sfu: {
      call: async (node, name, input) => {
        if (refuses.includes(node)) throw new Error('no answer')
        steps.push(`${name} ${node} ${JSON.stringify(input)}`)
        return {} as never
      },
    },
    doorbell: { recordCall: async () => undefined },
    live: { toVisitor: () => undefined, toResidents: () => undefined, toSocket: () => undefined },
    clock: { now: () => NOW, in: () => NOW },
    log: createLog('test', 'silent'),
    random: () => 0,
  }
  return { deps: deps as CallDeps, steps, stored: (id = 1) => stored.get(id) as Call, unwritable }
}
const room = (call: Call, later = 0) => JSON.stringify({ room: roomOf({ ...call, epoch: call.epoch + later }) })
const handOver = (call: Call) => ({ type: 'hand_over', room: roomOf(call) }) as const

test('a call is handed over to a room that is open before it moves', async () => {
  const call = callOn('old')
  const { deps, steps, stored } = worldOf([call], [nodeOf('old', { draining: true }), nodeOf('new')])
  await onNotice(deps, 'old', handOver(call))
  expect(steps.slice(0, 3)).toEqual([`sfu.open_room new ${room(call, 1)}`, 'moved to new', `sfu.close_room old ${room(call)}`])
  expect(stored()).toMatchObject({ node: 'new', epoch: call.epoch + 1 })
})

test('a call stays on its draining node while no other takes calls', async () => {
  const call = callOn('old')
  const { deps, steps, stored } = worldOf([call], [nodeOf('old', { draining: true })])
  await onNotice(deps, 'old', handOver(call))
  expect(steps).toEqual([])
  expect(stored()).toEqual(call)
})

test('a call stays where the chosen node does not open its room', async () => {
  const call = callOn('old')
  const { deps, stored } = worldOf([call], [nodeOf('old', { draining: true }), nodeOf('new')], ['new'])
  await onNotice(deps, 'old', handOver(call))
  expect(stored()).toEqual(call)
})

test.each(['hand_over', 'room_lost'] as const)('a %s of a room that the call has left closes that room alone', async (type) => {
  const call = callOn('other')
  const { deps, steps, stored } = worldOf([call], [nodeOf('other'), nodeOf('new')])
  const notice = type === 'room_lost' ? ({ type, room: roomOf(call), reason: 'worker_died' } as const) : handOver(call)
  await onNotice(deps, 'old', notice)
  expect(steps).toEqual([`sfu.close_room old ${room(call)}`])
  expect(stored()).toEqual(call)
})

test('a room that is still connected after its call has moved is closed', async () => {
  const call = callOn('new')
  const { deps, steps } = worldOf([call], [])
  const notice = { type: 'transport', peer: 'v:1', transportId: 't', direction: 'send' } as const
  await onNotice(deps, 'old', { ...notice, room: `1.${call.epoch - 1}`, state: 'connected' })
  expect(steps).toEqual([`sfu.close_room old ${JSON.stringify({ room: `1.${call.epoch - 1}` })}`])
})

test('a call that cannot be moved from a lost node delays no other', async () => {
  const { deps, steps, stored, unwritable } = worldOf([callOn('lost', 1), callOn('lost', 2)], [nodeOf('new')])
  unwritable.add(1)
  await moveCallsFromLostNodes(deps)
  expect([stored(1).node, stored(2).node === 'lost']).toEqual(['lost', false])
  expect(steps).not.toContain('forgotten lost')
})

test('a lost node without calls is forgotten', async () => {
  const { deps, steps } = worldOf([], [])
  await moveCallsFromLostNodes(deps)
  expect(steps).toEqual(['forgotten lost'])
})

test('while every node drains or prepares, calls are prepared; where all are full, they are full', async () => {
  const preparing = [nodeOf('a', { draining: true }), nodeOf('b', { preparing: true })]
  await expect(chooseNode(worldOf([], preparing).deps)).rejects.toMatchObject({ code: 'calls_preparing' })
  await expect(chooseNode(worldOf([], [...preparing, nodeOf('c', { rooms: 60 })]).deps)).rejects.toMatchObject({ code: 'calls_full' })
})
