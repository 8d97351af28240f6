/** Several peers of one visitor in a room, without a browser: one sends, all receive (record 0031). */
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

type SendingPeer = { readonly peer: string; readonly version: number }

async function peerIn(room: string, peer: string, sendingPeer?: SendingPeer) {
  const side = peer.startsWith('v:') ? 'visitor' : 'resident'
  await world.rpc('sfu.open_room', { room }, {}, { node })
  const joined = await world.rpc('sfu.join', { room, peer, side, fresh: false, ...(sendingPeer && { sendingPeer }) }, {}, { node })
  const at = { room, peer }
  const rtpCapabilities = joined.routerRtpCapabilities
  return {
    transports: [joined.send.id, joined.receive.id],
    receive: async () => (await world.rpc('sfu.receive', { ...at, rtpCapabilities }, {}, { node })).consumers,
    produce: async (source: MediaSource) => {
      const input = { ...at, transportId: joined.send.id, source, rtpParameters: rtpParameters(source), paused: false }
      return (await world.rpc('sfu.produce', input, {}, { node })).producerId
    },
    close: (producerId: string) => world.rpc('sfu.set_producer', { ...at, producerId, state: 'closed' }, {}, { node }),
  }
}

const setSendingPeer = (room: string, sendingPeer: SendingPeer) => world.rpc('sfu.set_sending_peer', { room, sendingPeer }, {}, { node })
const activate = (room: string, peers: string[]) => world.rpc('sfu.activate', { room, kind: 'video', peers }, {}, { node })
const producersOf = async (peer: { receive(): Promise<readonly { producerId: string }[]> }) =>
  (await peer.receive()).map(({ producerId }) => producerId)

test('the resident receives only the sending peer of the visitor', async () => {
  const room = '31.1'
  const first = await peerIn(room, 'v:31:one', { peer: 'v:31:one', version: 1 })
  const second = await peerIn(room, 'v:31:two', { peer: 'v:31:one', version: 1 })
  const resident = await peerIn(room, 'r:31')
  expect(new Set([...first.transports, ...second.transports]).size).toBe(4)
  const before = await first.produce('microphone')
  await expect(second.produce('microphone')).rejects.toMatchObject({ code: 'seat_taken' })
  expect(await producersOf(resident)).toEqual([before])

  await setSendingPeer(room, { peer: 'v:31:two', version: 3 })
  await eventually('the consumer of the first to be closed', () =>
    notices.some((notice) => notice.type === 'consumer_closed' && notice.room === room && notice.peer === 'r:31'),
  )
  const after = await second.produce('microphone')
  await expect(first.produce('camera')).rejects.toMatchObject({ code: 'seat_taken' })
  expect(await producersOf(resident)).toEqual([after])
})

test('an older version does not change the sending peer', async () => {
  const room = '32.1'
  const first = await peerIn(room, 'v:32:one', { peer: 'v:32:one', version: 1 })
  const second = await peerIn(room, 'v:32:two', { peer: 'v:32:two', version: 5 })
  await setSendingPeer(room, { peer: 'v:32:one', version: 4 })
  await expect(first.produce('camera')).rejects.toMatchObject({ code: 'seat_taken' })
  expect(await second.produce('camera')).toMatch(/\w/)
})

test('of concurrent produces of two peers only the sending one remains', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const room = `33.${round}`
    const first = await peerIn(room, 'v:33:one', { peer: 'v:33:one', version: 1 })
    const second = await peerIn(room, 'v:33:two', { peer: 'v:33:one', version: 1 })
    const resident = await peerIn(room, 'r:33')
    const [, , produced] = await Promise.all([
      first.produce('microphone').catch(() => undefined),
      setSendingPeer(room, { peer: 'v:33:two', version: 2 }),
      second.produce('microphone').catch(() => undefined),
    ])
    expect(await producersOf(resident)).toEqual(produced ? [produced] : [])
  }
})

test('closing a producer that the node has closed succeeds', async () => {
  const room = '34.1'
  const first = await peerIn(room, 'v:34:one', { peer: 'v:34:one', version: 1 })
  const producerId = await first.produce('camera')
  await setSendingPeer(room, { peer: 'v:34:two', version: 2 })
  expect(await first.close(producerId)).toEqual({})
})

test('every peer of the visitor consumes placeholders, then the answering device’s producers', async () => {
  const room = '35.1'
  const peers = await Promise.all(['v:35:one', 'v:35:two'].map((peer) => peerIn(room, peer, { peer: 'v:35:one', version: 1 })))
  const answering = await peerIn(room, 'r:35')
  const other = await peerIn(room, 'r:other')
  const placeholders = await Promise.all(peers.map(producersOf))
  expect(placeholders[0]).toHaveLength(2)
  expect(placeholders[0]).toEqual(placeholders[1])
  const producers = await Promise.all([answering.produce('microphone'), answering.produce('camera')])
  await other.produce('microphone')
  expect(await Promise.all(peers.map(producersOf))).toEqual(placeholders)

  // The second one joined after signaling had read the call.
  await activate(room, ['v:35:one', 'r:35'])
  for (const peer of peers) expect((await producersOf(peer)).sort()).toEqual([...producers].sort())
})
