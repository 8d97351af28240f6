/** A page's parameters to produce a track and to connect a transport, for tests without a browser. */
import type { MediaSource } from '#proto/frames/media.ts'
import type { DtlsParameters, ProducerRtpParameters } from '#proto/frames/media-parameters.ts'

const CODECS = {
  camera: { mimeType: 'video/VP8', payloadType: 101, clockRate: 90_000 },
  microphone: { mimeType: 'audio/opus', payloadType: 100, clockRate: 48_000, channels: 2 },
} as const

let ssrc = 1

/** @returns RTP parameters with an SSRC of their own (RFC 3550, 8) */
export function rtpParameters(source: MediaSource): ProducerRtpParameters {
  ssrc += 1
  return { codecs: [CODECS[source]], encodings: [{ ssrc }] }
}

export const DTLS_PARAMETERS: DtlsParameters = {
  role: 'client',
  fingerprints: [{ algorithm: 'sha-256', value: Array.from({ length: 32 }, () => 'AB').join(':') }],
}
