/** Packets that no browser sends, on a real worker: it continues, and with it the calls of others. */
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorker, type types } from 'mediasoup'
import type { ProducerRtpParameters } from '#proto/frames/media-parameters.ts'
import { mediaWorker } from '#scripts/testing/media/worker.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { MEDIA_CODECS } from '../src/adapters/codecs.ts'
import { workerParameters } from '../src/domain/producer-parameters.ts'

const HOST = '127.0.0.1'
const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id'
const RID_ID = 7
const ONE_BYTE = 0xbede
const TWO_BYTES = 0x1000
const CODECS = {
  audio: { mimeType: 'audio/opus', payloadType: 100, clockRate: 48_000, channels: 2 },
  video: { mimeType: 'video/VP8', payloadType: 101, clockRate: 90_000 },
} as const
/** The extensions that the worker copies from packet to packet. */
const COPIED = [
  'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay',
  'urn:mediasoup:params:rtp-hdrext:packet-id',
  'urn:3gpp:video-orientation',
  'urn:ietf:params:rtp-hdrext:toffset',
  'https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension',
]

let worker: types.Worker
let router: types.Router
beforeAll(async () => {
  worker = await createWorker({ workerBin: mediaWorker(), logLevel: 'none' })
  router = await worker.createRouter({ mediaCodecs: MEDIA_CODECS })
})
afterAll(() => worker?.close())

/** RFC 3550, 5.1 and RFC 8285. `elements`: the header extension's bytes, padded to words. */
function packet(payloadType: number, ssrc: number, sequence: number, profile: number, elements: readonly number[]): Buffer {
  const words = Math.ceil(elements.length / 4)
  const bytes = Buffer.alloc(16 + words * 4 + 20, 1).fill(0, 16, 16 + words * 4)
  bytes.writeUInt16BE(0x9000 | payloadType, 0)
  bytes.writeUInt16BE(sequence, 2)
  bytes.writeUInt32BE(1_000, 4)
  bytes.writeUInt32BE(ssrc, 8)
  bytes.writeUInt16BE(profile, 12)
  bytes.writeUInt16BE(words, 14)
  bytes.set(elements, 16)
  return bytes
}

/** Sends a producer's packets one after the other, then a request that the worker can only answer while it runs. */
async function send(kind: 'audio' | 'video', parameters: Omit<ProducerRtpParameters, 'codecs'>, packets: readonly Buffer[]): Promise<void> {
  const transport = await router.createPlainTransport({ listenInfo: { protocol: 'udp', ip: HOST }, comedia: true })
  const socket = createSocket('udp4')
  try {
    const rtpParameters = workerParameters({ codecs: [CODECS[kind]], ...parameters }) as types.RtpParameters
    const producer = await transport.produce({ kind, rtpParameters })
    let sent = 0
    for (const bytes of packets) {
      sent += bytes.length
      await new Promise((done) => socket.send(bytes, transport.tuple.localPort, HOST, done))
      await eventually('the packet to be read', async () => ((await transport.getStats())[0]?.bytesReceived ?? 0) >= sent)
    }
    await producer.getStats()
  } finally {
    socket.close()
    if (!worker.closed) transport.close()
  }
}

const named = (ssrc: number, sequence: number) => packet(100, ssrc, sequence, ONE_BYTE, [(RID_ID << 4) | 1, ...Buffer.from('r0')])

test.each([
  ['an SSRC, then the SSRC that it named', { ssrc: 1_111, rid: 'r0' }, [2_222, 1_111]],
  ['an SSRC, then SSRC 0', { rid: 'r0' }, [2_222, 0]],
] as const)('packets of one stream id with %s do not end the worker', async (_, encoding, ssrcs) => {
  const parameters = { encodings: [encoding], headerExtensions: [{ uri: RID, id: RID_ID }] }
  await send('audio', parameters, ssrcs.map(named))
  expect(worker.closed).toBe(false)
})

test.each(COPIED)('elements of no and of 17 bytes of %s do not end the worker', async (uri) => {
  for (const [kind, payloadType] of [
    ['audio', 100],
    ['video', 101],
  ] as const) {
    const parameters = { encodings: [{ ssrc: 3_333 }], headerExtensions: [{ uri, id: 5 }] }
    const elements = [
      [5, 0],
      [5, 17, ...Buffer.alloc(17, 1)],
    ]
    await send(
      kind,
      parameters,
      elements.map((bytes, at) => packet(payloadType, 3_333, at, TWO_BYTES, bytes)),
    )
  }
  expect(worker.closed).toBe(false)
})

test.each([
  ['no encoding', []],
  ['neither SSRC nor id', [{}]],
  ['SSRC 0', [{ ssrc: 0 }]],
  ['one SSRC for two streams', [{ ssrc: 1 }, { ssrc: 1 }]],
  ['one id for two streams', [{ rid: 'r0' }, { rid: 'r0' }]],
  ['the SSRC of its retransmission', [{ ssrc: 1, rtx: { ssrc: 1 } }]],
])('parameters with %s are refused', (_, encodings) => {
  expect(() => workerParameters({ codecs: [CODECS.audio], encodings })).toThrow(expect.objectContaining({ code: 'malformed' }))
})
