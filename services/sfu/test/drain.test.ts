// @all: nodes that stop; what becomes of their calls is shown with signaling
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MediaNotice } from '#proto/operations/sfu.ts'
import { subjects } from '#proto/subjects.ts'
import type { ServiceProcess } from '#scripts/testing/process.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const END_MS = 30_000
let world: Stack
let first: string
const notices: MediaNotice[] = []
beforeAll(async () => {
  world = await startStack({ services: ['sfu'], envOf: { sfu: { MEDIA_WORKERS: '1' } } })
  world.bus.subscribe(subjects.allMedia, (body) => void notices.push(MediaNotice.parse(JSON.parse(body))))
  first = await readyNode(world)
})
afterAll(() => world?.stop())

const open = (node: string, room: string) => world.rpc('sfu.open_room', { room }, {}, { node })
const close = (node: string, room: string) => world.rpc('sfu.close_room', { room }, {}, { node })
const announced = async (node: string) => JSON.parse((await world.redis.get(`sfu:node:${node}`)) ?? '{}')
const count = (type: MediaNotice['type'], room: string) => notices.filter((notice) => notice.type === type && notice.room === room).length

async function another(drainMs: number): Promise<{ node: string; process: ServiceProcess }> {
  const { process } = await world.another('sfu', { MEDIA_DRAIN_MS: String(drainMs) })
  return { node: await readyNode(world, [first], 30_000), process }
}

test('a draining node says so at once, refuses new rooms, serves its own, and ends after the last', async () => {
  const { node, process } = await another(3_600_000)
  await open(node, '1.1')
  const ended = process.end('SIGTERM', END_MS)
  await eventually('draining to be announced', async () => (await announced(node)).draining === true, 1_000)
  await expect(open(node, '2.1')).rejects.toMatchObject({ code: 'calls_full' })
  await open(node, '1.1')
  // Its worker still runs: mediasoup's own would have ended at the signal.
  const peer = { room: '1.1', peer: 'v:1', side: 'visitor', fresh: false } as const
  expect(await world.rpc('sfu.join', peer, {}, { node })).toMatchObject({ kept: false })
  expect([count('hand_over', '1.1'), count('room_lost', '1.1')]).toEqual([0, 0])
  await close(node, '1.1')
  await ended
  expect(await world.redis.smembers('sfu:nodes')).toEqual([first])
})

test('at its limit a node hands its calls over and reports as lost what nobody has taken', async () => {
  const { node, process } = await another(200)
  await Promise.all(['3.1', '4.1'].map((room) => open(node, room)))
  const ended = process.end('SIGTERM', END_MS)
  await eventually('the hand-over of both', () => count('hand_over', '3.1') > 0 && count('hand_over', '4.1') > 0)
  await close(node, '3.1')
  await eventually('another notice of the second', () => count('hand_over', '4.1') > 1)
  await ended
  expect(count('room_lost', '3.1')).toBe(0)
  expect(notices).toContainEqual({ type: 'room_lost', room: '4.1', reason: 'node_draining' })
  // Signaling finds the node lost, and moves a call whose notices it has missed.
  expect(await world.redis.smembers('sfu:nodes')).toContain(node)
  await world.redis.srem('sfu:nodes', node)
})
