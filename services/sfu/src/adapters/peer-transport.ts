/** One transport of a peer, and whether it is connected. */
import type { types } from 'mediasoup'
import type { TransportParams } from '#proto/frames/media.ts'
import type { DtlsParameters, IceParameters } from '#proto/frames/media-parameters.ts'

export type Direction = 'send' | 'receive'
type TransportState = 'connected' | 'disconnected' | 'closed'

/** The initial bitrate of congestion control (bits per second). */
const INITIAL_OUTGOING_BITRATE = 1_000_000
/** Both simulcast layers and audio, with a margin (bits per second). */
const MAX_INCOMING_BITRATE = 1_800_000
/** ICE consent timeout (RFC 7675), in seconds: the only detection of a muted client that has vanished. */
const ICE_CONSENT_SECONDS = 10

export type PeerTransport = {
  readonly connected: boolean
  readonly transport: types.WebRtcTransport
  readonly params: TransportParams
  /** Idempotent, for a client that missed the reply. */
  connect(dtlsParameters: DtlsParameters): Promise<void>
  restartIce(): Promise<IceParameters>
  /** Repeats the state notice, for a signaling copy that missed it. */
  notifyAgain(): void
  close(): void
}

export async function createPeerTransport(
  router: types.Router,
  webRtcServer: types.WebRtcServer,
  notify: (transportId: string, state: TransportState) => void,
): Promise<PeerTransport> {
  const transport = await router.createWebRtcTransport({
    webRtcServer,
    enableUdp: true,
    enableTcp: true,
    preferUdp: true,
    iceConsentTimeout: ICE_CONSENT_SECONDS,
    initialAvailableOutgoingBitrate: INITIAL_OUTGOING_BITRATE,
  })
  await transport.setMaxIncomingBitrate(MAX_INCOMING_BITRATE)
  let notified: TransportState | undefined
  const notifyChange = () => {
    const state = stateOf(transport)
    if (state === undefined || state === notified) return
    notified = state
    notify(transport.id, state)
  }
  transport.on('icestatechange', notifyChange)
  transport.on('dtlsstatechange', notifyChange)
  let connecting: Promise<void> | undefined
  return {
    get connected() {
      return notified === 'connected'
    },
    transport,
    params: {
      id: transport.id,
      iceParameters: transport.iceParameters,
      iceCandidates: transport.iceCandidates,
      dtlsParameters: transport.dtlsParameters,
    },
    connect: (dtlsParameters) => {
      connecting ??= transport.connect({ dtlsParameters }).catch((error: unknown) => {
        connecting = undefined
        throw error
      })
      return connecting
    },
    restartIce: () => transport.restartIce(),
    notifyAgain: () => {
      if (notified && notified !== 'closed') notify(transport.id, notified)
    },
    close: () => transport.close(),
  }
}

function stateOf({ iceState, dtlsState }: types.WebRtcTransport): TransportState | undefined {
  // The client closed the transport (DTLS close_notify): no network loss, and no detection delay.
  if (dtlsState === 'closed') return 'closed'
  if (dtlsState === 'failed') return 'disconnected'
  if (iceState === 'disconnected' || iceState === 'closed') return 'disconnected'
  return dtlsState === 'connected' && iceState !== 'new' ? 'connected' : undefined
}
