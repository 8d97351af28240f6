/** One transport of a device, and whether it stands. */
import type { types } from 'mediasoup'
import type { TransportParams } from '#proto/frames/media.ts'
import type { Params } from '../domain/media.ts'

export type Direction = 'send' | 'receive'
type LinkState = 'connected' | 'disconnected' | 'closed'

/** What a receiver is first taken to bear; congestion control goes on from here (bits per second). */
const FIRST_GUESS = 1_000_000
/** Both simulcast layers and the voice, with room to spare (bits per second). */
const MOST_IN = 1_800_000
/** A vanished client is noticed by its missing ICE consent (RFC 7675), in seconds; muted sides have no other sign. */
const CONSENT = 10

export type Link = {
  readonly connected: boolean
  readonly transport: types.WebRtcTransport
  readonly params: TransportParams
  /** Repeated by a client that missed the reply, it does nothing more. */
  connect(dtlsParameters: Params): Promise<void>
  restartIce(): Promise<Params>
  /** Says the state once more: a listener that was away hears it then. */
  tellAgain(): void
  close(): void
}

export async function openLink(
  router: types.Router,
  webRtcServer: types.WebRtcServer,
  tell: (transportId: string, state: LinkState) => void,
): Promise<Link> {
  const transport = await router.createWebRtcTransport({
    webRtcServer,
    enableUdp: true,
    enableTcp: true,
    preferUdp: true,
    iceConsentTimeout: CONSENT,
    initialAvailableOutgoingBitrate: FIRST_GUESS,
  })
  await transport.setMaxIncomingBitrate(MOST_IN)
  let told: LinkState | undefined
  const look = () => {
    const state = stateOf(transport)
    if (state === undefined || state === told) return
    told = state
    tell(transport.id, state)
  }
  transport.on('icestatechange', look)
  transport.on('dtlsstatechange', look)
  let connecting: Promise<void> | undefined
  return {
    get connected() {
      return told === 'connected'
    },
    transport,
    params: {
      id: transport.id,
      iceParameters: transport.iceParameters,
      iceCandidates: transport.iceCandidates,
      dtlsParameters: transport.dtlsParameters,
    },
    connect: (dtlsParameters) => {
      connecting ??= transport.connect({ dtlsParameters: dtlsParameters as types.DtlsParameters }).catch((error: unknown) => {
        connecting = undefined
        throw error
      })
      return connecting
    },
    restartIce: () => transport.restartIce(),
    tellAgain: () => {
      if (told && told !== 'closed') tell(transport.id, told)
    },
    close: () => transport.close(),
  }
}

function stateOf({ iceState, dtlsState }: types.WebRtcTransport): LinkState | undefined {
  // The client said goodbye (DTLS close_notify), which is no loss of network and not late.
  if (dtlsState === 'closed') return 'closed'
  if (dtlsState === 'failed') return 'disconnected'
  if (iceState === 'disconnected' || iceState === 'closed') return 'disconnected'
  return dtlsState === 'connected' && iceState !== 'new' ? 'connected' : undefined
}
