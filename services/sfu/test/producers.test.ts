/** Producers and consumers of a node, without a browser: one producer per source, and nothing of the resident's before the answer. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MediaSource } from '#proto/frames/media.ts'
import { MediaNotice } from '#proto/operations/sfu.ts'
import { subjects } from '#proto/subjects.ts'
import { rtpParameters } from '#scripts/testing/media/rtp-parameters.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
let node: string
const notices: MediaNotice[] = []
beforeAll(async () => {
  world = await sharedStack()
  world.bus.subscribe(subjects.allMedia, (body) => notices.push(MediaNotice.parse(JSON.parse(body))))
  node = await readyNode(world)
})
afterAll(() => world?.close())

async function peerIn(room: string, peer: string, side: 'visitor' | 'resident') {
  await world.rpc('sfu.open_room', { room }, {}, { node })
  const { send, routerRtpCapabilities } = await world.rpc('sfu.join', { room, peer, side, fresh: false }, {}, { node })
  const at = { room, peer }
  return {
    receive: async () => (await world.rpc('sfu.receive', { ...at, rtpCapabilities: routerRtpCapabilities }, {}, { node })).consumers,
    produce: (source: MediaSource) =>
      world.rpc('sfu.produce', { ...at, transportId: send.id, source, rtpParameters: rtpParameters(source), paused: false }, {}, { node }),
  }
}

const activate = (room: string, peers: string[]) => world.rpc('sfu.activate', { room, kind: 'video', peers }, {}, { node })
const noticesOf = (type: 'consumer_new' | 'consumer_closed', room: string) =>
  notices.filter((notice) => notice.type === type && notice.room === room)

test('ninety concurrent produces leave one producer per source', async () => {
  const room = '1.1'
  const visitor = await peerIn(room, 'v:1', 'visitor')
  const resident = await peerIn(room, 'r:1', 'resident')
  await Promise.all(Array.from({ length: 90 }, (_, index) => visitor.produce(index % 2 ? 'camera' : 'microphone')))
  const sources = (await resident.receive()).map(({ source }) => source)
  expect(sources.sort()).toEqual(['camera', 'microphone'])
})

test('a refused produce does not affect the next one', async () => {
  const visitor = await peerIn('2.1', 'v:2', 'visitor')
  const bad = {
    room: '2.1',
    peer: 'v:2',
    transportId: 'none',
    source: 'camera',
    rtpParameters: rtpParameters('camera'),
    paused: false,
  } as const
  const refused = world.rpc('sfu.produce', bad, {}, { node })
  const produced = visitor.produce('camera')
  await expect(refused).rejects.toMatchObject({ code: 'call_not_there' })
  expect((await produced).producerId).toMatch(/\w/)
})

test('before the answer a visitor receives one pair of placeholder producers', async () => {
  const room = '3.1'
  const visitor = await peerIn(room, 'v:3', 'visitor')
  const before = await visitor.receive()
  const resident = await peerIn(room, 'r:3', 'resident')
  const { producerId } = await resident.produce('microphone')
  const after = await visitor.receive()
  expect(after).toEqual(before)
  expect(before.map(({ source, producerPaused }) => [source, producerPaused])).toEqual([
    ['microphone', true],
    ['camera', true],
  ])
  expect(after.map((consumer) => consumer.producerId)).not.toContain(producerId)
  expect(noticesOf('consumer_new', room)).toEqual([])
})

test('the answer replaces the placeholders with the answering device’s producers', async () => {
  const room = '4.1'
  const visitor = await peerIn(room, 'v:4', 'visitor')
  const placeholders = await visitor.receive()
  const [answering, other] = [await peerIn(room, 'r:4', 'resident'), await peerIn(room, 'r:other', 'resident')]
  const producers = await Promise.all([answering.produce('microphone'), answering.produce('camera')])
  await other.produce('microphone')
  await activate(room, ['v:4', 'r:4'])
  const offered = await eventually('two consumer notices', () => {
    const notices = noticesOf('consumer_new', room)
    return notices.length === 2 ? notices : null
  })
  const ids = producers.map(({ producerId }) => producerId).sort()
  expect(offered.map((notice) => notice.type === 'consumer_new' && notice.consumer.producerId).sort()).toEqual(ids)
  expect((await visitor.receive()).map(({ producerId }) => producerId).sort()).toEqual(ids)
  await eventually('the placeholders to be closed', () => noticesOf('consumer_closed', room).length === placeholders.length)
})

test('a receive during the answer ends with the answering device’s producers', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const room = `5.${round}`
    const visitor = await peerIn(room, 'v:5', 'visitor')
    const resident = await peerIn(room, 'r:5', 'resident')
    const { producerId } = await resident.produce('microphone')
    await Promise.all([visitor.receive(), activate(room, ['v:5', 'r:5'])])
    expect((await visitor.receive()).map((consumer) => consumer.producerId)).toEqual([producerId])
  }
})
