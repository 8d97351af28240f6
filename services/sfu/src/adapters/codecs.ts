import type { types } from 'mediasoup'
import type { RtpCapabilities } from '#proto/frames/media-parameters.ts'
import { HEADER_EXTENSIONS } from '../domain/producer-parameters.ts'

/** VP8 first: every browser supports it, with simulcast; H264 42e01f for phones that encode it in hardware. */
export const MEDIA_CODECS: types.RouterRtpCodecCapability[] = [
  { kind: 'audio', mimeType: 'audio/opus', clockRate: 48_000, channels: 2, parameters: { useinbandfec: 1 } },
  { kind: 'video', mimeType: 'video/VP8', clockRate: 90_000 },
  {
    kind: 'video',
    mimeType: 'video/H264',
    clockRate: 90_000,
    parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 },
  },
]

/**
 * The codecs and extensions offered to clients. Of those left out abs-capture-time is harmful: with it, simulcast consumers
 * that start on layer 0 never move up (measured).
 */
export function capabilitiesForClients(capabilities: types.RtpCapabilities): RtpCapabilities {
  return {
    ...capabilities,
    headerExtensions: (capabilities.headerExtensions ?? []).filter(({ uri }) => HEADER_EXTENSIONS.includes(uri)),
  }
}
