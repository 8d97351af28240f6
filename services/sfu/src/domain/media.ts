/** The node's interfaces in mediasoup's terms; the mediasoup implementation is in adapters/. */
import type { CallKind, RecordingEnd } from '#proto/entities.ts'
import type { ConsumerParams, MediaSource, TransportParams } from '#proto/frames/media.ts'
import type { DtlsParameters, IceParameters, ProducerRtpParameters, RtpCapabilities } from '#proto/frames/media-parameters.ts'
import type { MediaNotice } from '#proto/operations/sfu.ts'
import type { RecordingOptions } from './recording.ts'

export type Side = 'visitor' | 'resident'
/** The visitor's only peer that may produce; `version` orders the changes (record 0031). */
export type SendingPeer = { readonly peer: string; readonly version: number }

/** Inclusive at both ends. */
export type PortRange = { readonly first: number; readonly last: number }

/** One call's router and its peers. */
export interface MediaRoom {
  readonly id: string
  readonly routerRtpCapabilities: RtpCapabilities
  /** Returns the peer's two transports and the number of the join that made them; the existing ones unless `fresh`. */
  join(
    peer: string,
    side: Side,
    options: { readonly fresh: boolean; readonly sendingPeer?: SendingPeer | undefined },
  ): Promise<{ routerRtpCapabilities: RtpCapabilities; send: TransportParams; receive: TransportParams; join: number; kept: boolean }>
  /** @throws AppError call_not_there */
  peer(id: string): MediaPeer
  leave(peer: string): void
  /** Closes the producers of the visitor's other peers; they may produce no more. Ignores an older version. */
  setSendingPeer(sendingPeer: SendingPeer): void
  /**
   * Closes the resident's other peers, then resumes producers, then consumers, then requests key frames. In an audio call a prepared
   * camera stays paused.
   */
  activate(peers: readonly string[], kind: CallKind): Promise<void>
  /** Idempotent by id; another recording of the room ends first. @throws AppError recording_off */
  startRecording(options: RecordingOptions): Promise<void>
  stopRecording(recordingId: string, reason: RecordingEnd): void
  close(): void
}

/** One device of one side. Every method throws the errors of its operation. */
export interface MediaPeer {
  connectTransport(transportId: string, dtlsParameters: DtlsParameters): Promise<void>
  restartIce(transportId: string): Promise<IceParameters>
  produce(transportId: string, source: MediaSource, rtpParameters: ProducerRtpParameters, paused: boolean): Promise<string>
  receive(rtpCapabilities: RtpCapabilities): Promise<ConsumerParams[]>
  setProducer(producerId: string, state: 'paused' | 'resumed' | 'closed'): Promise<void>
  setConsumer(consumerId: string, change: { state?: 'paused' | 'resumed'; spatialLayer?: number }): Promise<void>
}

/** This node's workers. */
export interface MediaEngine {
  /** Why no call can be accepted: the worker program is still being built, or every worker is down. */
  readonly preparing: boolean
  readonly rooms: number
  /** Opens a room on the least loaded worker; idempotent by id. @throws AppError calls_preparing | calls_full */
  open(room: string): Promise<MediaRoom>
  /** @throws AppError call_not_there */
  room(id: string): MediaRoom
  findRoom(id: string): MediaRoom | undefined
  close(room: string): void
}

/** Media notices to signaling. */
export type Notify = (notice: MediaNotice) => void
