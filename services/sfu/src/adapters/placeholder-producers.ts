/**
 * Placeholder producers that a visitor consumes while it rings: a microphone and a camera without packets. They connect its receiving
 * transport before the answer, and are the same however many devices of the resident are prepared (docs/product/decisions.md, 7).
 */
import type { types } from 'mediasoup'
import type { PeerProducer } from './peer-consumer.ts'

export type PlaceholderProducers = { readonly sent: readonly PeerProducer[]; close(): void }

const MICROPHONE: types.RtpParameters = {
  codecs: [{ mimeType: 'audio/opus', payloadType: 100, clockRate: 48_000, channels: 2 }],
  encodings: [{ ssrc: 1 }],
  rtcp: { cname: 'stand-in' },
}
/** A codec that every browser must support (RFC 7742); a browser without it prepares only audio. */
const CAMERA: types.RtpParameters = {
  codecs: [{ mimeType: 'video/VP8', payloadType: 101, clockRate: 90_000 }],
  encodings: [{ ssrc: 2 }],
  rtcp: { cname: 'stand-in' },
}

/** A direct transport uses no port and sends no packets. */
export async function createPlaceholderProducers(router: types.Router): Promise<PlaceholderProducers> {
  const transport = await router.createDirectTransport()
  const [microphone, camera] = await Promise.all([
    transport.produce({ kind: 'audio', rtpParameters: MICROPHONE, paused: true }),
    transport.produce({ kind: 'video', rtpParameters: CAMERA, paused: true }),
  ])
  return {
    sent: [
      { producer: microphone, source: 'microphone', paused: true },
      { producer: camera, source: 'camera', paused: true },
    ],
    close: () => transport.close(),
  }
}
