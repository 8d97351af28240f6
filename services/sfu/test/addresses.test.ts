// @all: settings of the network
/** The ICE candidates that clients receive. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['sfu'], envOf: { sfu: { MEDIA_LISTEN: '127.0.0.1,127.0.0.2', MEDIA_WORKERS: '1' } } })
})
afterAll(() => world?.stop())

async function candidatesOf(node: string) {
  await world.rpc('sfu.open_room', { room: '1.1' }, {}, { node })
  const { send } = await world.rpc('sfu.join', { room: '1.1', peer: 'v:1', side: 'visitor', fresh: false }, {}, { node })
  await world.rpc('sfu.close_room', { room: '1.1' }, {}, { node })
  return send.iceCandidates.map(({ address, ip, protocol }) => `${protocol} ${address ?? ip}`)
}

const readyNode = (not?: string) =>
  eventually('a node that is ready', async () => {
    const ids = (await world.redis.smembers('sfu:nodes')).filter((id) => id !== not)
    const announcements = await Promise.all(ids.map((id) => world.redis.get(`sfu:node:${id}`)))
    return ids.find((_, index) => JSON.parse(announcements[index] ?? '{"preparing":true}').preparing === false)
  })

test('every listening address is offered, UDP before TCP', async () => {
  const candidates = await candidatesOf(await readyNode())
  expect(candidates).toHaveLength(4)
  expect(new Set(candidates)).toEqual(new Set(['udp 127.0.0.1', 'tcp 127.0.0.1', 'udp 127.0.0.2', 'tcp 127.0.0.2']))
})

test('behind a NAT the announced address replaces the local one', async () => {
  const first = await readyNode()
  const { process } = await world.another('sfu', { MEDIA_ADDRESS: '203.0.113.7', MEDIA_LISTEN: '127.0.0.1' })
  const candidates = await candidatesOf(await readyNode(first))
  expect(new Set(candidates)).toEqual(new Set(['udp 203.0.113.7', 'tcp 203.0.113.7']))
  await process.end('SIGTERM')
})
