import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DTLS_PARAMETERS } from '#scripts/testing/media/rtp-parameters.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
let node: string
beforeAll(async () => {
  world = await sharedStack()
  node = await readyNode(world)
})
afterAll(() => world?.close())

const AUDIO = { mimeType: 'audio/opus', payloadType: 111, clockRate: 48_000, channels: 2 }
const VIDEO = { mimeType: 'video/VP8', payloadType: 96, clockRate: 90_000 }

async function visitorIn(room: string) {
  await world.rpc('sfu.open_room', { room }, {}, { node })
  const at = { room, peer: 'v' }
  const { send } = await world.rpc('sfu.join', { ...at, side: 'visitor', fresh: false }, {}, { node })
  const produce = (source: 'microphone' | 'camera', ssrc: number) => {
    const codec = source === 'camera' ? VIDEO : AUDIO
    const rtpParameters = { mid: source, codecs: [codec], encodings: [{ ssrc }], rtcp: { cname: 'v' } }
    return world.rpc('sfu.produce', { ...at, transportId: send.id, source, rtpParameters, paused: false }, {}, { node })
  }
  const connect = () => world.rpc('sfu.connect_transport', { ...at, transportId: send.id, dtlsParameters: DTLS_PARAMETERS }, {}, { node })
  return { produce, connect }
}

test('parameters the worker rejects are a client error and keep the transport', async () => {
  const { produce } = await visitorIn('worker-says-no')
  await produce('camera', 1_111)
  await expect(produce('microphone', 1_111)).rejects.toMatchObject({ code: 'malformed' })
  expect((await produce('microphone', 2_222)).producerId).toEqual(expect.any(String))
})

test('connecting a transport twice is accepted', async () => {
  const { connect } = await visitorIn('connected-twice')
  await connect()
  expect(await connect()).toEqual({})
})

test('producing in a closed room fails with call_not_there', async () => {
  const { produce } = await visitorIn('gone')
  await world.rpc('sfu.close_room', { room: 'gone' }, {}, { node })
  await expect(produce('camera', 1_111)).rejects.toMatchObject({ code: 'call_not_there' })
})
