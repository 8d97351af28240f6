import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MediaRequest } from '#proto/frames/media.ts'
import { MediaNotice } from '#proto/operations/sfu.ts'
import { subjects } from '#proto/subjects.ts'
import { MediaBrowser, type MediaPage } from '#scripts/testing/media/media-page.ts'
import { childrenOf } from '#scripts/testing/process.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
let browser: MediaBrowser
let node: string
const notices: MediaNotice[] = []
const pages = new Map<string, MediaPage>()

beforeAll(async () => {
  world = await startStack({ services: ['sfu'] })
  browser = await MediaBrowser.launch()
  world.bus.subscribe(subjects.allMedia, (body) => {
    const notice = MediaNotice.parse(JSON.parse(body))
    notices.push(notice)
    if (notice.type === 'consumer_new') void pages.get(notice.peer)?.hear({ kind: 'consumer_new', consumer: notice.consumer })
  })
  node = await readyNode(world)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

type Side = 'visitor' | 'resident'

/** Media requests as signaling sends them. */
function steer(room: string, peer: string, side: Side) {
  const at = { room, peer }
  const sfu = { node }
  return async (request: MediaRequest): Promise<unknown> => {
    switch (request.op) {
      case 'join':
        return {
          epoch: 1,
          kind: null,
          iceServers: [],
          ...(await world.rpc('sfu.join', { ...at, side, fresh: request.fresh ?? false }, {}, sfu)),
        }
      case 'receive':
        return world.rpc('sfu.receive', { ...at, rtpCapabilities: request.rtpCapabilities }, {}, sfu)
      case 'connect_transport':
        return world.rpc('sfu.connect_transport', { ...at, ...request }, {}, sfu)
      case 'produce':
        return world.rpc('sfu.produce', { ...at, ...request }, {}, sfu)
      case 'resume_consumer':
        return world.rpc('sfu.set_consumer', { ...at, consumerId: request.consumerId, state: 'resumed' }, {}, sfu)
      case 'pause_producer':
        return world.rpc('sfu.set_producer', { ...at, producerId: request.producerId, state: 'paused' }, {}, sfu)
      case 'resume_producer':
        return world.rpc('sfu.set_producer', { ...at, producerId: request.producerId, state: 'resumed' }, {}, sfu)
      default:
        throw new Error(`not steered here: ${request.op}`)
    }
  }
}

async function device(room: string, peer: string, side: Side): Promise<MediaPage> {
  const page = await browser.device(steer(room, peer, side))
  pages.set(peer, page)
  return page
}

const open = (room: string) => world.rpc('sfu.open_room', { room }, {}, { node })
const close = (room: string) => world.rpc('sfu.close_room', { room }, {}, { node })
const activate = (room: string, peers: string[]) => world.rpc('sfu.activate', { room, kind: 'video', peers }, {}, { node })
const seen = (type: MediaNotice['type'], room: string) => notices.filter((notice) => notice.type === type && notice.room === room)

test('clients never see abs-capture-time, and VP8 precedes H264', async () => {
  const { routerRtpCapabilities } = await open('1.1')
  expect(JSON.stringify(routerRtpCapabilities)).not.toContain('abs-capture-time')
  const names = JSON.stringify(routerRtpCapabilities)
  expect(names.indexOf('video/VP8')).toBeLessThan(names.indexOf('video/H264'))
  await close('1.1')
})

test('opening and closing a room are idempotent', async () => {
  await Promise.all([open('2.1'), open('2.1')])
  const first = await world.rpc('sfu.join', { room: '2.1', peer: 'v:2', side: 'visitor', fresh: false }, {}, { node })
  const again = await world.rpc('sfu.join', { room: '2.1', peer: 'v:2', side: 'visitor', fresh: false }, {}, { node })
  expect([again.kept, again.send.id]).toEqual([true, first.send.id])
  const fresh = await world.rpc('sfu.join', { room: '2.1', peer: 'v:2', side: 'visitor', fresh: true }, {}, { node })
  expect([fresh.kept, fresh.send.id === first.send.id]).toEqual([false, false])
  await close('2.1')
  await close('2.1')
  await expect(world.rpc('sfu.join', { room: '2.1', peer: 'v:2', side: 'visitor', fresh: false }, {}, { node })).rejects.toMatchObject({
    code: 'call_not_there',
  })
})

test('UDP and TCP use the same port', async () => {
  await open('3.1')
  const { send, receive } = await world.rpc('sfu.join', { room: '3.1', peer: 'v:3', side: 'visitor', fresh: false }, {}, { node })
  const candidates = [...send.iceCandidates, ...receive.iceCandidates]
  expect(new Set(candidates.map((candidate) => candidate.port)).size).toBe(1)
  expect(new Set(candidates.map((candidate) => candidate.protocol))).toEqual(new Set(['udp', 'tcp']))
  await close('3.1')
})

// covers: N-media
test('media flows only after the answer, and only between the named peers', async () => {
  const room = '5.1'
  await open(room)
  const visitor = await device(room, 'v:5', 'visitor')
  const resident = await device(room, 'r:5', 'resident')
  const other = await device(room, 'r:other', 'resident')
  for (const page of [visitor, resident, other]) await page.join('prepare')
  await visitor.produce(['microphone', 'camera'])
  await resident.produce(['microphone', 'camera'])
  await eventually(
    'both sides to stand',
    () => seen('transport', room).filter((n) => n.type === 'transport' && n.state === 'connected').length >= 4,
  )
  await eventually('both to send', async () => (await visitor.counters()).packetsOut > 30 && (await resident.counters()).packetsOut > 30)
  for (const page of [visitor, resident, other]) expect(await page.counters()).toMatchObject({ packetsIn: 0, framesDecoded: 0 })

  await activate(room, ['v:5', 'r:5'])
  await eventually('frames both ways', async () => {
    const [there, here] = await Promise.all([visitor.counters(), resident.counters()])
    return there.framesDecoded > 5 && here.framesDecoded > 5 && there.audioBytes > 500 && here.audioBytes > 500
  })
  expect((await other.counters()).packetsIn).toBe(0)
  await expect(world.rpc('sfu.receive', { room, peer: 'r:other', rtpCapabilities: {} }, {}, { node })).rejects.toMatchObject({
    code: 'call_not_there',
  })

  await visitor.setPaused('camera', true)
  await eventually('the notice of the pause', () => seen('consumer_paused', room).length === 1)
  await visitor.setPaused('camera', false)
  await eventually('the notice of the resumption', () => seen('consumer_resumed', room).length === 1)

  await visitor.close()
  // Each notice is repeated: a signaling that missed one does not treat a peer as lost or as connected.
  const said = (peer: string, silent: boolean) =>
    seen('silent', room).filter((n) => 'silent' in n && n.peer === peer && n.silent === silent)
  await eventually('the notices of the silence', () => said('v:5', true).length >= 2, 12_000)
  expect(said('r:5', false).length).toBeGreaterThanOrEqual(2)
  await close(room)
})

const opus = (ssrc: number) => ({
  codecs: [{ mimeType: 'audio/opus', payloadType: 111, clockRate: 48_000, channels: 2, parameters: {}, rtcpFeedback: [] }],
  encodings: [{ ssrc }],
})

test('an answer holds although a page joins anew in that moment', async () => {
  const rooms = Array.from({ length: 10 }, (_, index) => `13.${index + 1}`)
  for (const [index, room] of rooms.entries()) {
    const joined = (peer: string, side: Side, fresh = false) => world.rpc('sfu.join', { room, peer, side, fresh }, {}, { node })
    await open(room)
    for (const [peer, side] of [
      ['v:13', 'visitor'],
      ['r:13', 'resident'],
    ] as const) {
      const { send } = await joined(peer, side)
      const source = { transportId: send.id, source: 'microphone', rtpParameters: opus(1_000 + index), paused: false } as const
      await world.rpc('sfu.produce', { room, peer, ...source }, {}, { node })
    }
    // After one round trip the old peer is closed, and the new one is being created.
    await Promise.all([joined('r:13', 'resident', true), open(room).then(() => activate(room, ['v:13', 'r:13']))])
    await close(room)
  }
})

test('a browser without VP8 sends H264 to the other side @all', async () => {
  const room = '12.1'
  await open(room)
  const visitor = await device(room, 'v:12', 'visitor')
  const resident = await device(room, 'r:12', 'resident')
  await visitor.join('call', false, 'video/VP8')
  await resident.join('call')
  for (const page of [visitor, resident]) await page.produce(['camera'])
  await activate(room, ['v:12', 'r:12'])
  expect([await visitor.sentCodec(), await resident.sentCodec()]).toEqual(['video/H264', 'video/VP8'])
  await eventually('the H264 picture', async () => (await resident.counters()).framesDecoded > 5)
  await close(room)
  await Promise.all([visitor.close(), resident.close()])
})

test('a dead worker loses its rooms and is restarted', async () => {
  await Promise.all([open('6.1'), open('7.1')])
  const parent = world.service('sfu').pid
  const workers = childrenOf(parent ?? 0)
  const [first] = workers
  if (first === undefined) throw new Error('no worker')
  process.kill(first, 'SIGKILL')
  await eventually('the notice of the loss', () => notices.some((notice) => notice.type === 'room_lost' && notice.reason === 'worker_died'))
  await eventually('as many workers as before', () => childrenOf(parent ?? 0).length === workers.length)
  await eventually('rooms again', () => Promise.all(['8.1', '9.1', '10.1'].map(open)))
  for (const room of ['6.1', '7.1', '8.1', '9.1', '10.1']) await close(room)
})
