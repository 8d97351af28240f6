/**
 * Media requests and events: mediasoup's own terms (transport, producer, consumer), steered by signaling, carried by /ws.
 * mediasoup's parameter objects are checked by mediasoup itself; here they are bounded records.
 *
 * Order for one side: `join` → load Device → `receive` (own rtpCapabilities) → `connect_transport` when mediasoup-client asks →
 * `produce` → consumers arrive in `receive`'s reply or as `consumer_new`, all paused → `resume_consumer` when wired.
 * While it rings (`mode: prepare`) producers and consumers stay paused on the server; the answer resumes them (architecture: The call).
 */
import { z } from 'zod'
import { MUST_BE } from '../complaints.ts'
import { CallKind } from '../entities.ts'

const PARAMS_MOST = 50
/** Not looked into: every key of a large one would be checked here, before anybody knows that it is none of mediasoup's. */
const Params = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length <= PARAMS_MOST,
    MUST_BE.object,
  )
  .meta({ type: 'object', additionalProperties: {} })
const MediaId = z.string().min(1).max(64)
export const MediaSource = z.enum(['microphone', 'camera'])
export type MediaSource = z.infer<typeof MediaSource>

export const MediaRequest = z.discriminatedUnion('op', [
  /** `prepare` while ringing (premium owner only); `call` once answered. `fresh` drops this side's old transports: full rejoin. */
  z.strictObject({ op: z.literal('join'), mode: z.enum(['prepare', 'call']), fresh: z.boolean().optional() }),
  z.strictObject({ op: z.literal('receive'), rtpCapabilities: Params }),
  z.strictObject({ op: z.literal('connect_transport'), transportId: MediaId, dtlsParameters: Params }),
  z.strictObject({ op: z.literal('restart_ice'), transportId: MediaId }),
  z.strictObject({
    op: z.literal('produce'),
    transportId: MediaId,
    source: MediaSource,
    rtpParameters: Params,
    /** True while it stands on a placeholder track or the camera is off. */
    paused: z.boolean(),
  }),
  z.strictObject({ op: z.literal('pause_producer'), producerId: MediaId }),
  z.strictObject({ op: z.literal('resume_producer'), producerId: MediaId }),
  z.strictObject({ op: z.literal('close_producer'), producerId: MediaId }),
  z.strictObject({ op: z.literal('resume_consumer'), consumerId: MediaId }),
  z.strictObject({ op: z.literal('set_layers'), consumerId: MediaId, spatialLayer: z.int().min(0).max(2) }),
  /** Permission prompt open: counts as up (states). `refused`: this side joins without media ("has not turned on the camera"). */
  z.strictObject({ op: z.literal('permission'), state: z.enum(['asking', 'granted', 'refused']) }),
  z.strictObject({ op: z.literal('leave') }),
])
export type MediaRequest = z.infer<typeof MediaRequest>
export type MediaOp = MediaRequest['op']

export const TransportParams = z.object({
  id: MediaId,
  iceParameters: Params,
  iceCandidates: z.array(Params),
  dtlsParameters: Params,
})
export type TransportParams = z.infer<typeof TransportParams>

export const ConsumerParams = z.object({
  id: MediaId,
  producerId: MediaId,
  kind: z.enum(['audio', 'video']),
  source: MediaSource,
  rtpParameters: Params,
  producerPaused: z.boolean(),
})
export type ConsumerParams = z.infer<typeof ConsumerParams>

export const IceServer = z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })

/** Replies, by request. Where a request is not listed it is answered `{}`. */
export const MediaReplies = {
  join: z.object({
    epoch: z.int(),
    kind: CallKind.nullable(),
    routerRtpCapabilities: Params,
    iceServers: z.array(IceServer),
    send: TransportParams,
    receive: TransportParams,
    /** The same transports as before (prepared while ringing), so what the client holds goes on. */
    kept: z.boolean(),
  }),
  receive: z.object({ consumers: z.array(ConsumerParams) }),
  restart_ice: z.object({ iceParameters: Params, iceServers: z.array(IceServer) }),
  produce: z.object({ producerId: MediaId }),
} as const
export type MediaReply<Op extends MediaOp> = Op extends keyof typeof MediaReplies
  ? z.infer<(typeof MediaReplies)[Op]>
  : Record<string, never>

/** What the other side's media does. */
export const MediaEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('consumer_new'), consumer: ConsumerParams }),
  z.object({ kind: z.literal('consumer_closed'), consumerId: MediaId }),
  z.object({ kind: z.literal('consumer_paused'), consumerId: MediaId }),
  z.object({ kind: z.literal('consumer_resumed'), consumerId: MediaId }),
  /** The other side's state in words: permission refused, camera never turned on. */
  z.object({ kind: z.literal('peer'), permission: z.enum(['asking', 'granted', 'refused', 'unknown']) }),
  /** 1 to 10, mediasoup's score of what this side receives. */
  z.object({ kind: z.literal('score'), consumerId: MediaId, score: z.int().min(0).max(10) }),
  /** This side's transports were closed by the house (went cold, replaced, freed). */
  z.object({ kind: z.literal('released') }),
])
export type MediaEvent = z.infer<typeof MediaEvent>
