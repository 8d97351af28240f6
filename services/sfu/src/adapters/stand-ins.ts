/**
 * What a visitor receives while it rings: a microphone and a camera that nobody sends. They connect its receiving transport before the answer, as
 * the resident's own would, and are there whether no device of the resident's stands by or five (decision 7).
 */
import type { types } from 'mediasoup'
import type { Sent } from './received.ts'

export type StandIns = { readonly sent: readonly Sent[]; close(): void }

const MICROPHONE: types.RtpParameters = {
  codecs: [{ mimeType: 'audio/opus', payloadType: 100, clockRate: 48_000, channels: 2 }],
  encodings: [{ ssrc: 1 }],
  rtcp: { cname: 'stand-in' },
}
/** A codec that every browser has to have (RFC 7742); one that lacks it all the same prepares for sound alone. */
const CAMERA: types.RtpParameters = {
  codecs: [{ mimeType: 'video/VP8', payloadType: 101, clockRate: 90_000 }],
  encodings: [{ ssrc: 2 }],
  rtcp: { cname: 'stand-in' },
}

/** A direct transport has no port and no packets of its own. */
export async function openStandIns(router: types.Router): Promise<StandIns> {
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
