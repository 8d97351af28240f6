import { expect, test } from '@jest/globals'
import { type DescribedTrack, sessionDescription } from './session-description.ts'

const LINE = '1\r\nm=audio 45678 RTP/AVP 0\r\nc=IN IP4 192.0.2.1\r\na=rtpmap:0 PCMU/8000'
const opus = { mimeType: 'audio/opus', payloadType: 100 }
const h264 = { mimeType: 'video/H264', payloadType: 103 }
const linesOf = (codec: DescribedTrack['codec']) =>
  sessionDescription('127.0.0.1', [{ port: 40_000, codec }])
    .split('\r\n')
    .slice(5)

test('ffmpeg is described what a copy of each codec needs', () => {
  expect(linesOf({ ...opus, parameters: { useinbandfec: 1, stereo: 1 } })).toEqual([
    'm=audio 40000 RTP/AVP 100',
    'a=rtpmap:100 opus/48000/2',
    'a=recvonly',
    '',
  ])
  expect(linesOf({ ...h264, parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 } })).toEqual(
    ['m=video 40000 RTP/AVP 103', 'a=rtpmap:103 H264/90000', 'a=fmtp:103 packetization-mode=1;profile-level-id=42e01f', 'a=recvonly', ''],
  )
})

test('no text of a peer becomes a line of ffmpeg’s description', () => {
  const plain = linesOf(h264)
  for (const parameters of [
    { x: LINE },
    { [LINE]: 1 },
    { 'packetization-mode': LINE },
    { 'profile-level-id': LINE },
    { 'profile-level-id': '42e01f\r\n' },
    { 'profile-level-id': '42e01f\u2028a' },
    { 'x-asf-pf': '1', 'sprop-parameter-sets': `AAAA${LINE}` },
  ])
    expect(linesOf({ ...h264, parameters })).toEqual(plain)
  expect(linesOf({ ...opus, parameters: { useinbandfec: LINE } })).toEqual(linesOf(opus))
  expect(() => linesOf({ ...opus, mimeType: `audio/opus${LINE}` })).toThrow('not recorded')
})
