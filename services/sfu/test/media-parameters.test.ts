/** Which of a peer's parameters reach the other one: called as signaling calls, without the gateway, which refuses the same. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ProducerRtpParameters } from '#proto/frames/media-parameters.ts'
import { DTLS_PARAMETERS, rtpParameters } from '#scripts/testing/media/rtp-parameters.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
let node: string
beforeAll(async () => {
  world = await sharedStack()
  node = await readyNode(world)
})
afterAll(() => world?.close())

async function peerIn(room: string, side: 'visitor' | 'resident') {
  await world.rpc('sfu.open_room', { room }, {}, { node })
  const at = { room, peer: side }
  const { send, routerRtpCapabilities } = await world.rpc('sfu.join', { ...at, side, fresh: false }, {}, { node })
  return {
    produce: (parameters: object) =>
      world.rpc(
        'sfu.produce',
        { ...at, transportId: send.id, source: 'microphone', rtpParameters: parameters as ProducerRtpParameters, paused: false },
        {},
        { node },
      ),
    connect: (dtlsParameters: object) =>
      world.rpc(
        'sfu.connect_transport',
        { ...at, transportId: send.id, dtlsParameters: dtlsParameters as typeof DTLS_PARAMETERS },
        {},
        { node },
      ),
    receive: async (rtpCapabilities: object = routerRtpCapabilities) =>
      (await world.rpc('sfu.receive', { ...at, rtpCapabilities }, {}, { node })).consumers,
  }
}

const LINE = '1\r\na=candidate:evil 1 udp 2130706431 192.0.2.1 46000 typ host'
const sound = () => rtpParameters('microphone')
const withCodec = (more: object) => ({ ...sound(), codecs: sound().codecs.map((codec) => ({ ...codec, ...more })) })

// covers: V-media-text
test('invalid WebRTC parameters are refused as malformed', async () => {
  const { produce, connect, receive } = await peerIn('parameters-1', 'visitor')
  const refused = [
    () => produce({ codecs: [] }),
    () => produce(withCodec({ parameters: { x: LINE } })),
    () => produce(withCodec({ parameters: { [LINE]: 1 } })),
    () => produce(withCodec({ parameters: { useinbandfec: LINE } })),
    () => produce(withCodec({ mimeType: `audio/opus${LINE}` })),
    () => produce({ ...sound(), mid: LINE }),
    () => produce({ ...sound(), rtcp: { cname: `x${LINE}` } }),
    () => produce({ ...sound(), msid: LINE }),
    () => connect({ fingerprints: 7 }),
    () => connect({ ...DTLS_PARAMETERS, fingerprints: [{ algorithm: 'sha-256', value: LINE }] }),
    () => receive({ codecs: [], x: LINE }),
  ]
  for (const ask of refused) await expect(ask()).rejects.toMatchObject({ code: 'malformed' })
})

const CNAME = 'the-page-s-own'
const sent = () => ({
  ...withCodec({ parameters: { useinbandfec: 1, 'x-google-start-bitrate': 300 } }),
  rtcp: { cname: CNAME },
  msid: `${CNAME} ${CNAME}`,
})

test.each(['visitor', 'resident'] as const)('of a %s the other side gets known parameters and a random cname', async (side) => {
  const room = `parameters-of-${side}`
  const [sender, receiver] = [await peerIn(room, side), await peerIn(room, side === 'visitor' ? 'resident' : 'visitor')]
  await world.rpc('sfu.activate', { room, kind: 'audio', peers: ['visitor', 'resident'] }, {}, { node })
  const { producerId } = await sender.produce(sent())
  const consumers = await receiver.receive()
  expect(consumers.map((consumer) => consumer.producerId)).toEqual([producerId])
  const [consumer] = consumers
  expect(consumer?.rtpParameters.codecs[0]?.parameters).toEqual({ useinbandfec: 1 })
  expect(consumer?.rtpParameters.rtcp?.cname).toMatch(/^[0-9a-f]{8}$/)
  expect(JSON.stringify(consumers)).not.toContain(CNAME)
})
