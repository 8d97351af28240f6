import { expect, test } from '@jest/globals'
import { textPaths, wholeValuesOf, withValueAt } from '#scripts/testing/generate/whole.ts'
import { ClientFrame, MediaRequestFrame } from './client.ts'
import { MediaRequest } from './media.ts'
import {
  ConsumerRtpParameters,
  DtlsParameters,
  IceCandidates,
  IceParameters,
  ProducerRtpParameters,
  RtpCapabilities,
} from './media-parameters.ts'

const HOSTILE = [
  'x\r\na=candidate:evil 1 udp 2130706431 192.0.2.1 46000 typ host',
  'x\n',
  'x\u0000',
  'x\u0085',
  'x\u2028',
  'x\u2029',
  'x'.repeat(10_000),
]
const frames = wholeValuesOf(MediaRequestFrame)
const ops = MediaRequest.options.map(({ shape }) => shape.op.value)
const framesOf = (wanted: string) => frames.filter((frame) => (frame as { request: { op: string } }).request.op === wanted)

// covers: V-media-text
test.each(ops)('no text of %s takes line breaks or ten thousand characters', (op) => {
  const whole = framesOf(op)
  expect(whole.map((frame) => ClientFrame.safeParse(frame).success)).toContain(true)
  const taken = whole.flatMap((frame) =>
    textPaths(frame).filter((path) => HOSTILE.some((text) => ClientFrame.safeParse(withValueAt(frame, path, text)).success)),
  )
  expect(taken).toEqual([])
})

test('a source has codecs of its own kind alone', () => {
  const takes = (source: string, mimeTypes: readonly string[]) => {
    const codecs = mimeTypes.map((mimeType) => ({ mimeType, clockRate: 48_000, payloadType: 101 }))
    return MediaRequest.safeParse({ op: 'produce', transportId: 't', source, paused: false, rtpParameters: { codecs } }).success
  }
  expect([takes('microphone', ['audio/opus']), takes('camera', ['video/VP8', 'video/rtx'])]).toEqual([true, true])
  expect([takes('camera', ['audio/opus']), takes('microphone', ['video/VP8'])]).toEqual([false, false])
  expect(takes('camera', ['video/VP8', 'audio/opus'])).toBe(false)
})

test('names and texts that no parameters know are plain, or refused', () => {
  const takes = (unknown: object) =>
    ProducerRtpParameters.safeParse({ codecs: opus({}), ...unknown }).success ||
    ProducerRtpParameters.safeParse({ codecs: opus(unknown) }).success ||
    RtpCapabilities.safeParse(unknown).success
  expect(takes({ x: 'plain' })).toBe(true)
  for (const text of HOSTILE) expect([{ x: text }, { [text]: 1 }, { x: [{ y: text }] }].map(takes)).toEqual([false, false, false])
})

const feedback = [
  { type: 'goog-remb', parameter: '' },
  { type: 'transport-cc', parameter: '' },
  { type: 'ccm', parameter: 'fir' },
  { type: 'nack', parameter: '' },
  { type: 'nack', parameter: 'pli' },
]
const video = (mimeType: string, payloadType: number, parameters: object) => [
  { mimeType, payloadType, clockRate: 90_000, parameters, rtcpFeedback: feedback },
  { mimeType: 'video/rtx', payloadType: payloadType + 1, clockRate: 90_000, parameters: { apt: payloadType }, rtcpFeedback: [] },
]
const opus = (parameters: object) => [
  { mimeType: 'audio/opus', payloadType: 111, clockRate: 48_000, channels: 2, parameters, rtcpFeedback: feedback.slice(1, 2) },
]
const headerExtensions = [{ uri: 'urn:ietf:params:rtp-hdrext:sdes:mid', id: 4, encrypt: false, parameters: {} }]
const h264 = { 'level-asymmetry-allowed': 1, 'packetization-mode': 1, 'profile-level-id': '42e01f' }
const layers = [
  { scaleResolutionDownBy: 4, maxBitrate: 150_000, rid: 'r0', scalabilityMode: 'L1T3' },
  { scaleResolutionDownBy: 1, maxBitrate: 1_200_000, rid: 'r1', scalabilityMode: 'L1T3' },
]
const uuid = '6a4f7a5e-3f0c-4a57-9a0e-8f1f4f3d2a10'

/** mediasoup-client's parameters for these browsers' descriptions. */
test.each([
  [
    'Chromium microphone',
    '0',
    opus({ minptime: 10, useinbandfec: 1, 'sprop-stereo': 0, usedtx: 1 }),
    [{ ssrc: 4_111_222_333 }],
    'bZ+1/xQ2a0Tq9w3e',
    uuid,
  ],
  ['Chromium camera', '1', video('video/VP8', 96, {}), layers, 'bZ+1/xQ2a0Tq9w3e', uuid],
  ['Chromium H264', '1', video('video/H264', 103, h264), layers, 'bZ+1/xQ2a0Tq9w3e', uuid],
  ['Firefox microphone', '0', opus({ maxplaybackrate: 48_000, stereo: 1, useinbandfec: 1 }), [{ ssrc: 77 }], `{${uuid}}`, `{${uuid}}`],
  ['Firefox camera', '1', video('video/VP8', 120, { 'max-fs': 12_288, 'max-fr': 60 }), layers, `{${uuid}}`, `{${uuid}}`],
  [
    'Safari camera',
    '1',
    video('video/H264', 96, h264),
    [
      { ssrc: 1, rtx: { ssrc: 2 }, ...layers[0] },
      { ssrc: 3, rtx: { ssrc: 4 } },
    ],
    'abcd',
    uuid,
  ],
])('what mediasoup-client sends in %s is read whole', (_browser, mid, codecs, encodings, cname, track) => {
  const sent = { mid, codecs, headerExtensions, encodings, rtcp: { cname, mux: true, reducedSize: true }, msid: `${uuid} ${track}` }
  const read = ProducerRtpParameters.parse(sent)
  expect(read.codecs).toEqual(codecs)
  expect(read.encodings).toEqual(encodings.map((encoding) => ({ ...encoding, scaleResolutionDownBy: undefined })))
  expect(read.headerExtensions?.map(({ id }) => id)).toEqual([4])
})

test('a client’s cname, msid and unknown codec parameters are left out', () => {
  const codecs = video('video/VP8', 96, { 'x-google-start-bitrate': 1_000, 'max-fr': 30 })
  const read = ProducerRtpParameters.parse({ codecs, encodings: [], rtcp: { cname: 'mine' }, msid: 'mine mine' })
  expect(JSON.stringify(read)).not.toMatch(/mine|x-google/)
  expect(read.codecs[0]?.parameters).toEqual({ 'max-fr': 30 })
})

test('foreign codecs and header extensions are refused', () => {
  const [codec] = opus({})
  const extension = { uri: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time', id: 10 }
  for (const wrong of [
    { codecs: [{ ...codec, mimeType: 'audio/PCMU' }] },
    { codecs: [{ ...codec, mimeType: 'video/AV1' }] },
    { codecs: [codec], headerExtensions: [extension] },
    { codecs: [{ ...codec, rtcpFeedback: [{ type: 'x' }] }] },
  ])
    expect(ProducerRtpParameters.safeParse(wrong).success).toBe(false)
})

/** More than a frame may contain. */
test.each([
  ['codecs', { codecs: Array.from({ length: 20_000 }, () => 0) }],
  ['names', Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, 0]))],
  ['levels', JSON.parse(`${'{"codecs":['.repeat(9)}${']}'.repeat(9)}`)],
])('too many %s have one issue, so that nothing is walked through', (_what, forged) => {
  for (const schema of [RtpCapabilities, ProducerRtpParameters, ConsumerRtpParameters, DtlsParameters, IceParameters, IceCandidates])
    expect(schema.safeParse(forged).error?.issues).toMatchObject([{ message: 'invalid', path: [] }])
})
