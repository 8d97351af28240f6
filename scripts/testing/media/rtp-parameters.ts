/** What a page sends to produce a track, for tests without a browser. */
import type { MediaSource } from '#proto/frames/media.ts'

const CODECS = {
  camera: { mimeType: 'video/VP8', payloadType: 101, clockRate: 90_000 },
  microphone: { mimeType: 'audio/opus', payloadType: 100, clockRate: 48_000, channels: 2 },
} as const

let ssrc = 1

/** @returns RTP parameters with an SSRC of their own (RFC 3550, 8) */
export function rtpParameters(source: MediaSource) {
  ssrc += 1
  return { codecs: [CODECS[source]], encodings: [{ ssrc }], rtcp: { cname: 'test' } }
}
