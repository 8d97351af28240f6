import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
let node: string
beforeAll(async () => {
  world = await startStack({ services: ['sfu'] })
  await eventually('the node to be ready', async () => {
    const [id] = await world.redis.smembers('sfu:nodes')
    const text = id && (await world.redis.get(`sfu:node:${id}`))
    if (!text || JSON.parse(text).preparing) return false
    node = id
    return true
  })
}, 180_000)
afterAll(() => world?.stop())

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
  const connect = () => {
    const value = Array.from({ length: 32 }, () => 'AB').join(':')
    const dtlsParameters = { role: 'client', fingerprints: [{ algorithm: 'sha-256', value }] }
    return world.rpc('sfu.connect_transport', { ...at, transportId: send.id, dtlsParameters }, {}, { node })
  }
  return { produce, connect }
}

test('parameters that only the worker finds wrong are the client’s mistake, and the transport lives on', async () => {
  const { produce } = await visitorIn('worker-says-no')
  await produce('camera', 1_111)
  await expect(produce('microphone', 1_111)).rejects.toMatchObject({ code: 'malformed' })
  expect((await produce('microphone', 2_222)).producerId).toEqual(expect.any(String))
})

test('a transport that is connected takes the same word again', async () => {
  const { connect } = await visitorIn('connected-twice')
  await connect()
  expect(await connect()).toEqual({})
})

test('what is not there any more is a call to join again', async () => {
  const { produce } = await visitorIn('gone')
  await world.rpc('sfu.close_room', { room: 'gone' }, {}, { node })
  await expect(produce('camera', 1_111)).rejects.toMatchObject({ code: 'call_not_there' })
})
