// @all: a node that is filled up
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

let world: Stack
let node: string
beforeAll(async () => {
  world = await startStack({ services: ['sfu'], envOf: { sfu: { MEDIA_WORKERS: '1', MEDIA_ROOMS_PER_WORKER: '2' } } })
  node = await readyNode(world)
})
afterAll(() => world?.stop())

// covers: calls_full
test('a full node refuses calls until one ends', async () => {
  const open = (room: string) => world.rpc('sfu.open_room', { room }, {}, { node })
  await open('1.1')
  await open('2.1')
  await expect(open('3.1')).rejects.toMatchObject({ code: 'calls_full' })
  await open('1.1')
  await world.rpc('sfu.close_room', { room: '1.1' }, {}, { node })
  await open('3.1')
})
