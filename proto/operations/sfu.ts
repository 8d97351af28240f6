/** Operations of one sfu node, called by signaling (subjects.node), in mediasoup's terms. A room is one call's router. */
import { z } from 'zod'
import { CallKind, IsoTime, RecordingEnd, RecordingId } from '../entities.ts'
import { ConsumerParams, MediaSource, TransportParams } from '../frames/media.ts'
import { DtlsParameters, IceParameters, ProducerRtpParameters, RtpCapabilities } from '../frames/media-parameters.ts'
import { operation } from '../operation.ts'

const Side = z.enum(['visitor', 'resident'])
/** One side's device in a room; several of the resident's devices may be prepared while it rings. */
const Peer = { room: z.string(), peer: z.string() }
/**
 * Numbers the joins of a peer that made new transports; it grows, and is separate for each peer. A notice with an earlier number is
 * outdated. Nodes before this field give none.
 */
const JoinNumber = z.int().optional()
/** The visitor's only peer that may produce, and the version of the call in which it is; a node ignores an older one. */
const SendingPeer = z.object({ peer: z.string(), version: z.int() })

export const sfuOperations = [
  operation({
    name: 'sfu.open_room',
    summary: 'A router on the least loaded worker, for one call and epoch (idempotent)',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ room: z.string() }),
    output: z.object({ routerRtpCapabilities: RtpCapabilities }),
    errors: ['calls_full', 'calls_preparing'],
  }),
  operation({
    name: 'sfu.close_room',
    summary: 'Free all of it (idempotent)',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ room: z.string() }),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'sfu.join',
    summary: 'Two transports for a device; the same ones again unless `fresh`',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ ...Peer, side: Side, fresh: z.boolean(), sendingPeer: SendingPeer.optional() }),
    output: z.object({
      routerRtpCapabilities: RtpCapabilities,
      send: TransportParams,
      receive: TransportParams,
      kept: z.boolean(),
      join: JoinNumber,
    }),
    errors: ['call_not_there', 'calls_full'],
  }),
  operation({
    name: 'sfu.leave',
    summary: 'Close a device’s transports',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object(Peer),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'sfu.connect_transport',
    summary: 'DTLS parameters of the client',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ ...Peer, transportId: z.string(), dtlsParameters: DtlsParameters }),
    output: z.object({}),
    errors: ['call_not_there', 'malformed'],
  }),
  operation({
    name: 'sfu.restart_ice',
    summary: 'New ICE credentials',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ ...Peer, transportId: z.string() }),
    output: z.object({ iceParameters: IceParameters }),
    errors: ['call_not_there'],
  }),
  operation({
    name: 'sfu.produce',
    summary: 'A producer, and paused consumers for every other side’s device that can receive',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ ...Peer, transportId: z.string(), source: MediaSource, rtpParameters: ProducerRtpParameters, paused: z.boolean() }),
    output: z.object({ producerId: z.string() }),
    errors: ['call_not_there', 'malformed', 'seat_taken'],
  }),
  operation({
    name: 'sfu.receive',
    summary: 'Own rtpCapabilities; the consumers there are',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ ...Peer, rtpCapabilities: RtpCapabilities }),
    output: z.object({ consumers: z.array(ConsumerParams) }),
    errors: ['call_not_there', 'malformed'],
  }),
  operation({
    name: 'sfu.set_producer',
    summary: 'Pause, resume, close',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ ...Peer, producerId: z.string(), state: z.enum(['paused', 'resumed', 'closed']) }),
    output: z.object({}),
    errors: ['call_not_there'],
  }),
  operation({
    name: 'sfu.set_consumer',
    summary: 'Resume (requests a key frame) or choose a layer',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ ...Peer, consumerId: z.string(), state: z.enum(['paused', 'resumed']).optional(), spatialLayer: z.int().optional() }),
    output: z.object({}),
    errors: ['call_not_there'],
  }),
  operation({
    name: 'sfu.set_sending_peer',
    summary: 'Only this peer of the visitor may produce; the producers of its other peers are closed',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ room: z.string(), sendingPeer: SendingPeer }),
    output: z.object({}),
    errors: ['call_not_there'],
  }),
  operation({
    name: 'sfu.activate',
    summary:
      'The answer: of the resident’s peers only the named ones stay, in an audio call no camera that stood by; ' +
      'producers resume, then consumers, each with a request for a key frame',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ room: z.string(), kind: CallKind, peers: z.array(z.string()) }),
    output: z.object({}),
    errors: ['call_not_there'],
  }),
  operation({
    name: 'sfu.start_recording',
    summary: 'Record what the visitor’s sending peer and the named peer of the resident send, into pieces that `upload` opens (idempotent)',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({
      room: z.string(),
      recordingId: RecordingId,
      kind: CallKind,
      resident: z.string(),
      upload: z.string(),
      startedAt: IsoTime,
      maxMs: z.int().positive(),
    }),
    output: z.object({}),
    errors: ['call_not_there', 'recording_off'],
  }),
  operation({
    name: 'sfu.stop_recording',
    summary: 'Nothing more is kept; the last piece is sent and the recording closed (idempotent)',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ room: z.string(), recordingId: RecordingId, reason: RecordingEnd }),
    output: z.object({}),
    errors: [],
  }),
] as const

/** A node's notices to signaling on `subjects.media(node)`. */
export const MediaNotice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('transport'),
    ...Peer,
    epochRoom: z.string().optional(),
    transportId: z.string(),
    join: JoinNumber,
    direction: z.enum(['send', 'receive']),
    state: z.enum(['connected', 'disconnected', 'closed']),
    /** Whether it is the visitor's sending peer, for a signaling that has lost the call. */
    sends: z.boolean().optional(),
  }),
  z.object({ type: z.literal('consumer_new'), ...Peer, consumer: ConsumerParams }),
  z.object({ type: z.literal('consumer_closed'), ...Peer, consumerId: z.string() }),
  z.object({ type: z.literal('consumer_paused'), ...Peer, consumerId: z.string() }),
  z.object({ type: z.literal('consumer_resumed'), ...Peer, consumerId: z.string() }),
  z.object({ type: z.literal('score'), ...Peer, consumerId: z.string(), score: z.int() }),
  /** The peer has sent no media packets for 3 s, or sends again; repeated, so that a lost notice ends no call. */
  z.object({ type: z.literal('silent'), ...Peer, join: JoinNumber, silent: z.boolean() }),
  /** Repeated while it records, for a signaling that has lost the call; `ended`: by itself. */
  z.object({ type: z.literal('recording'), room: z.string(), recordingId: RecordingId, ended: RecordingEnd.optional() }),
  /** Repeated until signaling has closed the room. */
  z.object({ type: z.literal('room_lost'), room: z.string(), reason: z.enum(['worker_died', 'node_draining']) }),
  /**
   * The node stops soon: the call is to be opened on another one, and this room closed then; it stays until its pages have left. Repeated
   * until signaling has closed the room.
   */
  z.object({ type: z.literal('hand_over'), room: z.string() }),
])
export type MediaNotice = z.infer<typeof MediaNotice>
