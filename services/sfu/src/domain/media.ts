/** What this node does, in mediasoup's terms and without mediasoup: the engine stands behind these in adapters/. */
import type { CallKind } from '#proto/entities.ts'
import type { ConsumerParams, MediaSource, TransportParams } from '#proto/frames/media.ts'
import type { MediaNotice } from '#proto/operations/sfu.ts'

export type Params = Record<string, unknown>
export type Side = 'visitor' | 'resident'

/** One call's router and the devices in it. */
export interface MediaRoom {
  readonly id: string
  readonly routerRtpCapabilities: Params
  /** Two transports for a device; the same ones again unless `fresh`. */
  join(
    peer: string,
    side: Side,
    fresh: boolean,
  ): Promise<{ routerRtpCapabilities: Params; send: TransportParams; receive: TransportParams; kept: boolean }>
  /** @throws Refusal call_not_there */
  peer(id: string): MediaPeer
  leave(peer: string): void
  /** Only the named stay; producers resume, then consumers, then key frames. */
  /** An audio call lets no prepared camera flow. */
  activate(peers: readonly string[], kind: CallKind): Promise<void>
  close(): void
}

/** One device of one side. Every method throws the refusals of its operation. */
export interface MediaPeer {
  connectTransport(transportId: string, dtlsParameters: Params): Promise<void>
  restartIce(transportId: string): Promise<Params>
  produce(transportId: string, source: MediaSource, rtpParameters: Params, paused: boolean): Promise<string>
  receive(rtpCapabilities: Params): Promise<ConsumerParams[]>
  setProducer(producerId: string, state: 'paused' | 'resumed' | 'closed'): Promise<void>
  setConsumer(consumerId: string, change: { state?: 'paused' | 'resumed'; spatialLayer?: number }): Promise<void>
}

/** This node's workers. */
export interface MediaEngine {
  /** Why no call can be taken now: the worker's program is still being built, or every worker is down. */
  readonly preparing: boolean
  readonly rooms: number
  /** On the least loaded worker; the same room again for the same id. @throws Refusal calls_preparing | calls_full */
  open(room: string): Promise<MediaRoom>
  /** @throws Refusal call_not_there */
  room(id: string): MediaRoom
  close(room: string): void
}

/** What happens to media by itself. */
export type Notify = (notice: MediaNotice) => void
