/** What the server may send on /ws: spec section 7's frames first, then our own. `version` orders frames about one activity. */
import { z } from 'zod'
import { AccountPart, Activity, CallView, ChatMessage, CommunicationType, IsoTime, Notification, VisitWithChat } from '../entities.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { Alert } from '../preferences.ts'
import { MediaEvent } from './media.ts'

export const EndReason = z.enum(['dismissed', 'missed', 'cancelled', 'ended'])
export type EndReason = z.infer<typeof EndReason>

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('register_success'),
    clientId: z.string(),
    /** The resident's own, or the opaque number its visitor knows (decision 6). */
    userId: z.int(),
    activityId: z.int().optional(),
    /** This device's public session id, to know itself in `holder` and `answeredSession`. */
    sessionId: z.string().optional(),
    /** The server's clock. */
    now: IsoTime,
  }),
  z.object({ type: z.literal('doorbell_ring_sent'), activityId: z.int(), userId: z.int(), clientId: z.string() }),
  /** To residents: a live ring (also on replay). */
  z.object({
    type: z.literal('doorbell_ring'),
    activityId: z.int(),
    visitorName: z.string(),
    message: z.string(),
    activity: Activity,
    now: IsoTime,
  }),
  /** To the visitor: the answer, the decline, the end (states: every end reaches the visitor as accepted false). */
  z.object({
    type: z.literal('call_response'),
    activityId: z.int(),
    accepted: z.boolean(),
    communicationType: CommunicationType.optional(),
    message: z.string(),
    /** Beside an end's reason: the resident would rather write (decision 18); the ring goes on, and nothing is said of plans. */
    reasonCode: z.enum([...EndReason.options, 'chat_offered']).optional(),
    version: z.int(),
  }),
  z.object({ type: z.literal('chat_message'), ...ChatMessage.shape }),
  /** To the sender alone: stored. `id` and `timestamp` are those of the frame it answers. */
  z.object({ type: z.literal('chat_sent'), id: z.string(), activityId: z.int(), timestamp: IsoTime }),
  /** To the sender alone: what the frame with this requestId asked for is done, or was so before. A frame sent again is answered again. */
  z.object({ type: z.literal('acknowledged'), requestId: z.string(), about: z.string(), activityId: z.int().optional() }),
  z.object({
    type: z.literal('error'),
    message: z.string(),
    code: z.enum(codes),
    activityId: z.int().optional(),
    requestId: z.string().optional(),
    /** The frame type it answers, where it could be read. */
    about: z.string().optional(),
    /** Seconds, where trying again makes sense only then. */
    retryAfter: z.int().positive().optional(),
  }),
  /** To residents: any change of an activity (answered elsewhere, missed, cancelled, photo, receipts). */
  z.object({
    type: z.literal('activity_changed'),
    activityId: z.int(),
    /** Who answered, in words; null while nobody has. */
    answeredBy: z.string().nullable(),
    activity: Activity,
    now: IsoTime,
  }),
  /** To the visitor: any change of the visit (delivered, seen, photo, in line). */
  z.object({ type: z.literal('visit_changed'), activityId: z.int(), visit: VisitWithChat, now: IsoTime }),
  /** To both: the call. */
  z.object({ type: z.literal('call_state'), activityId: z.int(), call: CallView, now: IsoTime }),
  /** To one socket of a premium owner's ring or its visitor: media may be prepared now (`join` with mode prepare). */
  z.object({ type: z.literal('call_prepare'), activityId: z.int() }),
  z.object({ type: z.literal('media_event'), activityId: z.int(), epoch: z.int(), event: MediaEvent }),
  z.object({
    type: z.literal('media_reply'),
    activityId: z.int(),
    requestId: z.string(),
    op: z.string(),
    reply: z.record(z.string(), z.unknown()),
  }),
  /** To residents: the unread count, and what came new with how it may make itself known (a ring's own frame has done so already). */
  z.object({
    type: z.literal('notifications_changed'),
    unread: z.int(),
    added: z.object({ notification: Notification, alerts: z.array(Alert) }).optional(),
  }),
  /** To residents: switches, matrix, quiet hours or time zone were changed on some device. */
  z.object({ type: z.literal('preferences_changed') }),
  /** To residents: these parts of the account were changed on some device, or by a link of a mail. */
  z.object({ type: z.literal('account_changed'), parts: z.array(AccountPart) }),
  z.object({ type: z.literal('subscription_changed'), tier: z.enum(['free', 'premium']) }),
  z.object({ type: z.literal('pong') }),
])
export type ServerFrame = z.infer<typeof ServerFrame>
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** Close codes the server uses; never 1001 (the specified client would not return), never 1005, 1006, 1011. */
export const CLOSE = { unsupported: 1003, invalid: 1007, policy: 1008, tooBig: 1009, restart: 1012 } as const
