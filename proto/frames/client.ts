/**
 * Frames that a client may send on /ws (docs/product/specification.md, 7; docs/product/interface.md, Socket): notifications (no reply;
 * errors arrive as `error`) and requests (answered by `media_reply` with the same requestId). Unknown keys are refused.
 */
import { z } from 'zod'
import { CallKind, CommunicationType, Id, RecordingId } from '../entities.ts'
import { chatText } from '../fields.ts'
import { FIELD, type LimitClass, SOCKET } from '../limits.ts'
import { MediaRequest } from './media.ts'

/** Chosen by the client and repeated in the answer: `media_reply` for a media request, `acknowledged` for any other frame, or `error`. */
const RequestId = z.string().regex(/^[\x21-\x7e]{1,40}$/)
const PeerId = z.string().regex(/^[A-Za-z0-9-]{1,40}$/)

export const Register = z.strictObject({ type: z.literal('register'), userId: Id })
export const RegisterVisitor = z.strictObject({
  type: z.literal('register_visitor'),
  qrCodeId: z.string().max(FIELD.qrCodeId).optional(),
  visitorName: z.string().max(FIELD.visitorName).optional(),
  activityId: Id,
})
export const DoorbellRingFrame = z.strictObject({
  type: z.literal('doorbell_ring'),
  userId: Id,
  activityId: Id,
  visitorName: z.string().max(FIELD.visitorName).optional(),
  message: z.string().max(FIELD.ringMessage).optional(),
  hasPhoto: z.boolean().optional(),
})
/** Accepted again with `video`, from the page that has the audio call: it is a video call from then on (record 0070). */
export const CallResponseFrame = z.strictObject({
  type: z.literal('call_response'),
  /** Names the activity (docs/product/decisions.md, 13). */
  visitorId: Id,
  requestId: RequestId.optional(),
  accepted: z.boolean(),
  communicationType: CommunicationType.optional(),
  reasonCode: z.string().max(40).optional(),
})
export const ChatMessageFrame = z.strictObject({
  type: z.literal('chat_message'),
  /** Names the activity (docs/product/decisions.md, 13); `activityId` takes precedence. */
  recipientId: Id,
  activityId: Id.optional(),
  message: chatText,
  timestamp: z.string().max(40).optional(),
  /** Chosen by the client, so that a resent message is stored once. */
  id: z.uuid().optional(),
  requestId: RequestId.optional(),
})
/** From our own pages: the ring reached the page, its modal is visible, the visitor's page was hidden or shown, the chat is visible. */
export const Receipt = z.strictObject({
  type: z.literal('receipt'),
  activityId: Id,
  requestId: RequestId.optional(),
  state: z.enum(['delivered', 'seen', 'hidden', 'visible', 'read']),
})
/** The visitor's Join of a late call back (docs/product/states.md), or a resident device's "Take over" of a freed call. */
export const JoinCall = z.strictObject({
  type: z.literal('join_call'),
  activityId: Id,
  requestId: RequestId.optional(),
  kind: CallKind.optional(),
})
/**
 * The resident wants to record the call (docs/product/decisions.md, 19); the visitor is asked. Both get the state in `call_state`
 * (recording.ts).
 */
export const RecordingStart = z.strictObject({ type: z.literal('recording_start'), activityId: Id, requestId: RequestId.optional() })
/** From either side; the call itself continues. Also withdraws a question that is not answered yet. */
export const RecordingStop = z.strictObject({ type: z.literal('recording_stop'), activityId: Id, requestId: RequestId.optional() })
/** The visitor's Allow or No to the question with this id. */
export const RecordingAnswer = z.strictObject({
  type: z.literal('recording_answer'),
  activityId: Id,
  recordingId: RecordingId,
  allowed: z.boolean(),
  requestId: RequestId.optional(),
})
/** The REC mark is on this page's screen. Counts from the resident's device that has the call, and the visitor's that sends. */
export const RecordingShown = z.strictObject({
  type: z.literal('recording_shown'),
  activityId: Id,
  recordingId: RecordingId,
  requestId: RequestId.optional(),
})
export const Ping = z.strictObject({ type: z.literal('ping') })
export const MediaRequestFrame = z.strictObject({
  type: z.literal('media_request'),
  requestId: RequestId,
  activityId: Id,
  /** Chosen by the page, so that each tab is a peer (records 0031, 0057); without one all tabs of a visit or a session are one. */
  peerId: PeerId.optional(),
  request: MediaRequest,
})

export const ClientFrame = z.discriminatedUnion('type', [
  Register,
  RegisterVisitor,
  DoorbellRingFrame,
  CallResponseFrame,
  ChatMessageFrame,
  Receipt,
  JoinCall,
  RecordingStart,
  RecordingStop,
  RecordingAnswer,
  RecordingShown,
  Ping,
  MediaRequestFrame,
])
export type ClientFrame = z.infer<typeof ClientFrame>
export type ClientFrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>

/** Limit classes of frames. */
export type FrameLimit = Extract<LimitClass, 'frame' | 'media' | 'chat' | 'replay'>
type FrameRoute = {
  /** The internal operation that handles the frame. Its input is the frame without `type`. */
  readonly to: string
  /** Fields that may name the activity; the first present one counts. */
  readonly activity: readonly string[]
  /** Counted by this limit instead of the general one; recognized by its name before parsing. */
  readonly countedAs?: FrameLimit
  /** An additional limit after parsing, shared with the same write over HTTP. */
  readonly alsoCountedAs?: FrameLimit
  /** The maximum size, if larger than for ordinary frames. */
  readonly maxBytes?: number
  /** Frames of one socket are handled sequentially, so that messages keep their order. */
  readonly inOrder?: true
  /** It opens a call or takes it over: frames of this socket with `afterAnswer` wait for it, because they refer to that call. */
  readonly isAnswer?: true
  readonly afterAnswer?: true
  /** A wall display may send it too (record 0066). */
  readonly wall?: true
  /** Its reply contains the requestId; other frames with a requestId are answered `acknowledged`. */
  readonly answersItself?: true
}

/** Maps frames to operations. The gateway itself handles `register`, `register_visitor` and `ping`. */
export const FRAME_ROUTES = {
  doorbell_ring: { to: 'doorbell.confirm_ring', activity: ['activityId'] },
  call_response: { to: 'signaling.respond', activity: ['visitorId'], wall: true, isAnswer: true },
  chat_message: { to: 'doorbell.send_chat', activity: ['activityId', 'recipientId'], wall: true, alsoCountedAs: 'chat', inOrder: true },
  receipt: { to: 'doorbell.receipt', activity: ['activityId'], wall: true },
  join_call: { to: 'signaling.join_call', activity: ['activityId'], wall: true, isAnswer: true },
  recording_start: { to: 'signaling.start_recording', activity: ['activityId'], wall: true, afterAnswer: true },
  recording_stop: { to: 'signaling.stop_recording', activity: ['activityId'], wall: true },
  recording_answer: { to: 'signaling.answer_recording', activity: ['activityId'] },
  recording_shown: { to: 'signaling.recording_shown', activity: ['activityId'], wall: true },
  media_request: {
    to: 'signaling.media',
    activity: ['activityId'],
    wall: true,
    countedAs: 'media',
    maxBytes: SOCKET.maxBytes,
    afterAnswer: true,
    answersItself: true,
  },
} as const satisfies Partial<Record<ClientFrame['type'], FrameRoute>>
export type RoutedType = keyof typeof FRAME_ROUTES

/** @returns the route of a frame type; undefined for the gateway's own and for unknown types */
export function routeOf(type: string): (FrameRoute & { readonly to: (typeof FRAME_ROUTES)[RoutedType]['to'] }) | undefined {
  return Object.hasOwn(FRAME_ROUTES, type) ? FRAME_ROUTES[type as RoutedType] : undefined
}
