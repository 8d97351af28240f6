/**
 * Frames that the server may send on /ws: those of docs/product/specification.md, 7 first, then our own. `version` orders frames about one
 * activity.
 */
import { z } from 'zod'
import { AccountPart, Activity, CallView, ChatMessage, CommunicationType, IsoTime, SecurityAlert, VisitWithChat } from '../entities.ts'
import { ErrorFields } from '../error-body.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { Notification } from '../notification.ts'
import { Alert } from '../preferences.ts'
import { MediaEvent } from './media.ts'

export const EndReason = z.enum(['dismissed', 'missed', 'cancelled', 'ended'])
export type EndReason = z.infer<typeof EndReason>

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('register_success'),
    clientId: z.string(),
    /** The resident's id, or the opaque number of a visitor (docs/product/decisions.md, 6). */
    userId: z.int(),
    activityId: z.int().optional(),
    /** This device's public session id, to recognize itself in `holder` and `answeredSession`. */
    sessionId: z.string().optional(),
    /** The server's clock. */
    now: IsoTime,
  }),
  z.object({ type: z.literal('doorbell_ring_sent'), activityId: z.int(), userId: z.int(), clientId: z.string() }),
  /** To residents: a live ring, also on replay. */
  z.object({
    type: z.literal('doorbell_ring'),
    activityId: z.int(),
    visitorName: z.string(),
    message: z.string(),
    activity: Activity,
    now: IsoTime,
  }),
  /** To the visitor: the answer, the decline, the end (docs/product/states.md: every end is sent as accepted false). */
  z.object({
    type: z.literal('call_response'),
    activityId: z.int(),
    accepted: z.boolean(),
    communicationType: CommunicationType.optional(),
    message: z.string(),
    /** An end's reason, or that chat is offered (docs/product/decisions.md, 18): then the ring continues, and plans are not mentioned. */
    reasonCode: z.enum([...EndReason.options, 'chat_offered']).optional(),
    version: z.int(),
  }),
  z.object({ type: z.literal('chat_message'), ...ChatMessage.shape }),
  /** To the sender only: the message is stored. `id` is the frame's. */
  z.object({ type: z.literal('chat_sent'), id: z.string(), activityId: z.int(), timestamp: IsoTime }),
  /** To the sender only: the frame with this requestId has taken effect, now or earlier. A repeated frame is acknowledged again. */
  z.object({ type: z.literal('acknowledged'), requestId: z.string(), about: z.string(), activityId: z.int().optional() }),
  z.object({
    type: z.literal('error'),
    message: z.string(),
    code: z.enum(codes),
    params: ErrorFields.params,
    issues: ErrorFields.issues,
    activityId: z.int().optional(),
    requestId: z.string().optional(),
    /** The type of the refused frame, if it could be read. */
    about: z.string().optional(),
    /** Seconds after which a retry can succeed. */
    retryAfter: z.int().positive().optional(),
  }),
  /** To residents: any change of an activity (answered elsewhere, missed, cancelled, photo, receipts). */
  z.object({
    type: z.literal('activity_changed'),
    activityId: z.int(),
    /** The display name of the device that answered; null until then. */
    answeredBy: z.string().nullable(),
    activity: Activity,
    now: IsoTime,
  }),
  /** To the visitor: any change of the visit (delivered, seen, photo, queue position). */
  z.object({ type: z.literal('visit_changed'), activityId: z.int(), visit: VisitWithChat, now: IsoTime }),
  /** To both: the call. */
  z.object({ type: z.literal('call_state'), activityId: z.int(), call: CallView, now: IsoTime }),
  /** To one socket of a premium owner or of its visitor: media may be prepared now (`join` with mode prepare). */
  z.object({ type: z.literal('call_prepare'), activityId: z.int() }),
  z.object({ type: z.literal('media_event'), activityId: z.int(), epoch: z.int(), event: MediaEvent }),
  z.object({
    type: z.literal('media_reply'),
    activityId: z.int(),
    requestId: z.string(),
    op: z.string(),
    reply: z.record(z.string(), z.unknown()),
  }),
  /** To residents: the unread count, and a new notification with its alerts (none for a ring, whose own frame has them). */
  z.object({
    type: z.literal('notifications_changed'),
    unread: z.int(),
    added: z.object({ notification: Notification, alerts: z.array(Alert) }).optional(),
  }),
  /** To residents: switches, matrix, quiet hours or time zone were changed. */
  z.object({ type: z.literal('preferences_changed') }),
  /** To residents: these parts of the account were changed, on a device or by a mailed link. */
  z.object({ type: z.literal('account_changed'), parts: z.array(AccountPart) }),
  /** To residents: a new security alert. */
  z.object({ type: z.literal('security_alert'), alert: SecurityAlert, unread: z.int() }),
  z.object({ type: z.literal('subscription_changed'), tier: z.enum(['free', 'premium']) }),
  z.object({ type: z.literal('pong') }),
])
export type ServerFrame = z.infer<typeof ServerFrame>

/** Frames of a live ring or call: their socket is pinged every 5 s for a minute (SOCKET.heartbeatLive). */
export const LIVE_FRAMES: readonly ServerFrame['type'][] = [
  'doorbell_ring',
  'doorbell_ring_sent',
  'visit_changed',
  'call_prepare',
  'call_state',
  'media_reply',
]
const LIVE_TYPES: ReadonlySet<string> = new Set(LIVE_FRAMES)
/** Whether frames of this type belong to a live ring or call (LIVE_FRAMES). */
export const isLiveFrame = (type: string): boolean => LIVE_TYPES.has(type)

/**
 * Frames that a wall display receives (record 0066): rings, calls, and those without a visitor's data. Of these, changes of an activity and
 * chat only where they are about a ring that it may see.
 */
export const WALL_FRAMES: readonly ServerFrame['type'][] = [
  'register_success',
  'doorbell_ring',
  'activity_changed',
  'chat_message',
  'chat_sent',
  'acknowledged',
  'error',
  'call_state',
  'call_prepare',
  'media_event',
  'media_reply',
  'preferences_changed',
  'account_changed',
  'subscription_changed',
  'pong',
]
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** Close codes of the server; never 1001 (the specified client would not reconnect), 1005, 1006 or 1011. */
export const CLOSE = { unsupported: 1003, invalid: 1007, policy: 1008, tooBig: 1009, restart: 1012 } as const
