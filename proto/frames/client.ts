/**
 * What a client may send on /ws (spec section 7, interface: Socket). Two closed unions: notices (no reply asked for; errors come as
 * `error`) and requests (answered by `media_reply` with the same requestId). Unknown keys are refused.
 */
import { z } from 'zod'
import { CallKind, CommunicationType, Id } from '../entities.ts'
import { FIELD } from '../limits.ts'
import { chatText } from '../typed.ts'
import { MediaRequest } from './media.ts'

/** Made by the client: the answer names it. A media request is answered `media_reply`, any other frame that has one `acknowledged`, both else `error`. */
const RequestId = z.string().min(1).max(40)

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
export const CallResponseFrame = z.strictObject({
  type: z.literal('call_response'),
  /** Names the activity (decision 13). */
  visitorId: Id,
  requestId: RequestId.optional(),
  accepted: z.boolean(),
  communicationType: CommunicationType.optional(),
  reasonCode: z.string().max(40).optional(),
})
export const ChatMessageFrame = z.strictObject({
  type: z.literal('chat_message'),
  /** Names the activity (decision 13); `activityId` wins where both are there. */
  recipientId: Id,
  activityId: Id.optional(),
  message: chatText,
  timestamp: z.string().max(40).optional(),
  /** Client-made: sent once under a flaky socket. */
  id: z.uuid().optional(),
  requestId: RequestId.optional(),
})
/** Our own pages: the live event reached this page / its modal is on a screen / the visitor's page is hidden or back / the chat is on a screen. */
export const Receipt = z.strictObject({
  type: z.literal('receipt'),
  activityId: Id,
  requestId: RequestId.optional(),
  state: z.enum(['delivered', 'seen', 'hidden', 'visible', 'read']),
})
/** A late call back's Join (states), or "Take over" of a freed seat by a resident's device. */
export const JoinCall = z.strictObject({
  type: z.literal('join_call'),
  activityId: Id,
  requestId: RequestId.optional(),
  kind: CallKind.optional(),
})
export const Ping = z.strictObject({ type: z.literal('ping') })
export const MediaRequestFrame = z.strictObject({
  type: z.literal('media_request'),
  requestId: RequestId,
  activityId: Id,
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
  Ping,
  MediaRequestFrame,
])
export type ClientFrame = z.infer<typeof ClientFrame>
export type ClientFrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>

/**
 * Where a frame goes: the rpc operation that answers it. The gateway keeps `register`, `register_visitor` and `ping` for itself.
 * The operation's input is the frame without its `type`.
 */
export const FRAME_OWNERS = {
  doorbell_ring: 'doorbell.confirm_ring',
  call_response: 'signaling.respond',
  chat_message: 'doorbell.send_chat',
  receipt: 'doorbell.receipt',
  join_call: 'signaling.join_call',
  media_request: 'signaling.media',
} as const satisfies Partial<Record<ClientFrame['type'], string>>
