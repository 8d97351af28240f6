/**
 * Media requests and events: mediasoup's own terms (transport, producer, consumer), steered by signaling, carried by /ws.
 * mediasoup's parameter objects are read strictly (media-parameters.ts).
 *
 * Order for one side: `join` → load Device → `receive` (own rtpCapabilities) → `connect_transport` when mediasoup-client asks →
 * `produce` → consumers arrive in `receive`'s reply or as `consumer_new`, all paused → `resume_consumer` when wired.
 * While it rings (`mode: prepare`) producers and consumers stay paused on the server; the answer resumes them (docs/architecture.md).
 */
import { z } from 'zod'
import { CallKind } from '../entities.ts'
import {
  ConsumerRtpParameters,
  DtlsParameters,
  IceCandidates,
  IceParameters,
  ProducerRtpParameters,
  RtpCapabilities,
} from './media-parameters.ts'

const MediaId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/)
export const MediaSource = z.enum(['microphone', 'camera'])
export type MediaSource = z.infer<typeof MediaSource>
export const KINDS = { microphone: 'audio', camera: 'video' } as const satisfies Record<MediaSource, 'audio' | 'video'>

export const PermissionReport = z.enum(['asking', 'granted', 'refused', 'unsupported'])
export type PermissionReport = z.infer<typeof PermissionReport>

/** How media reaches a page: directly by UDP or TCP, or through a TURN server. */
export const MediaPath = z.enum(['udp', 'tcp', 'relay'])
export type MediaPath = z.infer<typeof MediaPath>

export const MediaRequest = z.discriminatedUnion('op', [
  /**
   * `prepare` while ringing (premium owner only); `call` once answered. `fresh` drops this peer's old transports: full rejoin. `takeOver`
   * makes this visitor's peer the one that sends, or this page of the resident's session the one that has the call; its user has pressed
   * for it.
   */
  z.strictObject({
    op: z.literal('join'),
    mode: z.enum(['prepare', 'call']),
    fresh: z.boolean().optional(),
    takeOver: z.boolean().optional(),
  }),
  z.strictObject({ op: z.literal('receive'), rtpCapabilities: RtpCapabilities }),
  z.strictObject({ op: z.literal('connect_transport'), transportId: MediaId, dtlsParameters: DtlsParameters }),
  z.strictObject({ op: z.literal('restart_ice'), transportId: MediaId }),
  z
    .strictObject({
      op: z.literal('produce'),
      transportId: MediaId,
      source: MediaSource,
      rtpParameters: ProducerRtpParameters,
      /** True for a placeholder track or while the camera is off. */
      paused: z.boolean(),
    })
    // The other page makes a track of the source's kind.
    .refine(({ source, rtpParameters: { codecs } }) => codecs.every(({ mimeType }) => mimeType.startsWith(`${KINDS[source]}/`))),
  z.strictObject({ op: z.literal('pause_producer'), producerId: MediaId }),
  z.strictObject({ op: z.literal('resume_producer'), producerId: MediaId }),
  z.strictObject({ op: z.literal('close_producer'), producerId: MediaId }),
  z.strictObject({ op: z.literal('resume_consumer'), consumerId: MediaId }),
  z.strictObject({ op: z.literal('set_layers'), consumerId: MediaId, spatialLayer: z.int().min(0).max(2) }),
  /**
   * Permission prompt open: counts as up (docs/product/states.md). `refused`: this side joins without media ("has not turned on the
   * camera"). `unsupported`: this browser cannot make calls, so that this side never joins, and the other side is shown that.
   * `lost`: a device that the system has taken away or another program uses, and that its user has not turned off.
   */
  z.strictObject({ op: z.literal('permission'), state: PermissionReport, lost: z.array(MediaSource).max(2).optional() }),
  /** Once for each call: this page plays the first picture or sound of the other side. `path`: absent where the browser does not say. */
  z.strictObject({ op: z.literal('media_shown'), path: MediaPath.optional() }),
  z.strictObject({ op: z.literal('leave') }),
])
export type MediaRequest = z.infer<typeof MediaRequest>
export type MediaOp = MediaRequest['op']

export const TransportParams = z.object({
  id: MediaId,
  iceParameters: IceParameters,
  iceCandidates: IceCandidates,
  dtlsParameters: DtlsParameters,
})
export type TransportParams = z.infer<typeof TransportParams>

export const ConsumerParams = z.object({
  id: MediaId,
  producerId: MediaId,
  kind: z.enum(['audio', 'video']),
  source: MediaSource,
  rtpParameters: ConsumerRtpParameters,
  producerPaused: z.boolean(),
})
export type ConsumerParams = z.infer<typeof ConsumerParams>

export const IceServer = z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })

/** Replies by request; requests that are not listed are answered `{}`. */
export const MediaReplies = {
  join: z.object({
    epoch: z.int(),
    kind: CallKind.nullable(),
    routerRtpCapabilities: RtpCapabilities,
    iceServers: z.array(IceServer),
    send: TransportParams,
    receive: TransportParams,
    /** The transports are the ones prepared while ringing, so the client keeps its own. */
    kept: z.boolean(),
    /** False while another peer of this visitor sends: this one only receives, and its page plays no sound. */
    sends: z.boolean(),
    /** The number of the join that made these transports: `released` names it. Nodes before this field give none. */
    join: z.int().optional(),
  }),
  receive: z.object({ consumers: z.array(ConsumerParams) }),
  restart_ice: z.object({ iceParameters: IceParameters, iceServers: z.array(IceServer) }),
  produce: z.object({ producerId: MediaId }),
} as const
export type MediaReply<Op extends MediaOp> = Op extends keyof typeof MediaReplies
  ? z.infer<(typeof MediaReplies)[Op]>
  : Record<string, never>

/** Changes of the other side's media. */
export const MediaEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('consumer_new'), consumer: ConsumerParams }),
  z.object({ kind: z.literal('consumer_closed'), consumerId: MediaId }),
  z.object({ kind: z.literal('consumer_paused'), consumerId: MediaId }),
  z.object({ kind: z.literal('consumer_resumed'), consumerId: MediaId }),
  /** The other side's permission state, for example refused. */
  z.object({
    kind: z.literal('peer'),
    permission: z.enum([...PermissionReport.options, 'unknown']),
    lost: z.array(MediaSource).optional(),
  }),
  /** mediasoup's score, 1 to 10, of a consumer of this side. */
  z.object({ kind: z.literal('score'), consumerId: MediaId, score: z.int().min(0).max(10) }),
  /** The server closed the transports of this join (no longer prepared, replaced, freed). */
  z.object({ kind: z.literal('released'), join: z.int().optional() }),
  /** To a visitor's peer: it has become the one that sends, or another one has. */
  z.object({ kind: z.literal('sending'), here: z.boolean() }),
])
export type MediaEvent = z.infer<typeof MediaEvent>
