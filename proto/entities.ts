/** The entities as a client sees them (docs/product/specification.md, 3; docs/product/interface.md, HTTP). Times are ISO 8601 with `Z`. */
import { z } from 'zod'
import { FactorChange } from './factor-changes.ts'
import { issue } from './issues.ts'
import { LANGUAGES } from './languages.ts'
import { EVENT_STREAMS, LIST } from './limits.ts'
import { mapDetails } from './ring-details.ts'

export const Id = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    issue('not_number'),
  )
  .pipe(z.int().positive().max(2_147_483_647))

/** In a URL a number is digits alone: no sign, no exponent, no other base. */
const fromDigits = (given: unknown) => (typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given)
/** How many entries of a list are returned. */
export const ListLimit = z.preprocess(fromDigits, z.int(issue('not_number')).min(1).max(LIST.max).default(LIST.default))

/** How long a stream of events is to last. */
export const StreamSeconds = z.preprocess(fromDigits, z.int(issue('not_number')).min(0).max(EVENT_STREAMS.secondsMost).optional())

export const IsoTime = z.iso.datetime()
/**
 * 20 base62 characters for the server's own codes; any other value is accepted too and answers "no longer active"
 * (docs/product/decisions.md, 1).
 */
export const QrCodeId = z.string().min(1).max(200)
export const Tier = z.enum(['free', 'premium'])
export type Tier = z.infer<typeof Tier>

/** A tier change from billing's event `eventId`; `version` grows with each change of one user. */
export const TierChange = z.object({ eventId: z.uuid(), userId: z.int(), tier: Tier, version: z.int() })
export type TierChange = z.infer<typeof TierChange>

/** Account data that pages cache, except activities, notifications, preferences and the plan, which have their own frames. */
export const AccountPart = z.enum([
  'user',
  'doors',
  'contacts',
  'visit_requests',
  'blocks',
  'sessions',
  'security_alerts',
  'subscription',
  'devices',
  'webhooks',
  'household',
])
export type AccountPart = z.infer<typeof AccountPart>

export const CommunicationType = z.enum(['video', 'audio', 'message'])
export type CommunicationType = z.infer<typeof CommunicationType>
export const CallKind = z.enum(['video', 'audio'])
export type CallKind = z.infer<typeof CallKind>
export const HandledType = z.enum(['video_call', 'audio_call', 'message', 'dismissed'])
export type HandledType = z.infer<typeof HandledType>
export const Outcome = z.enum(['answered_video', 'answered_audio', 'answered_message', 'dismissed', 'missed', 'cancelled'])
export type Outcome = z.infer<typeof Outcome>
export const Purpose = z.enum(['delivery', 'guest', 'service', 'other'])
export type Purpose = z.infer<typeof Purpose>

/** Maps an answer to its stored type and outcome (docs/product/decisions.md, 14). */
export const VOCABULARY = {
  video: { handledType: 'video_call', outcome: 'answered_video' },
  audio: { handledType: 'audio_call', outcome: 'answered_audio' },
  message: { handledType: 'message', outcome: 'answered_message' },
  dismiss: { handledType: 'dismissed', outcome: 'dismissed' },
} as const satisfies Record<string, { handledType: HandledType; outcome: Outcome }>

export const SecuritySettings = z.object({
  twoFactorEnabled: z.boolean(),
  notificationsEnabled: z.boolean(),
  activityLogsEnabled: z.boolean(),
})

export const User = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  subscriptionTier: Tier,
  qrCodeId: z.string(),
  securitySettings: SecuritySettings,
  phone: z.string().nullable(),
  address: z.string().nullable(),
  /** null until chosen: then the browser's language applies. */
  language: z.enum(LANGUAGES).nullable(),
  /** A new picture has a new URL; null shows the initials. */
  pictureUrl: z.string().nullable(),
  createdAt: IsoTime,
})
export type User = z.infer<typeof User>
/**
 * The signed-in user. `sessionEndsAt` is present in the last 14 days before the session's absolute end (docs/product/decisions.md, 26),
 * `recoveryEndsAt` while lost second factors wait to be removed (docs/product/decisions.md, 25). `wall`: this session is a wall display;
 * then what it does not show is empty: last name, address of mail, phone, postal address and picture (record 0066).
 */
export const CurrentUser = User.extend({
  sessionEndsAt: IsoTime.optional(),
  recoveryEndsAt: IsoTime.optional(),
  wall: z.literal(true).optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const Activity = z.object({
  id: z.int(),
  userId: z.int(),
  visitorName: z.string().nullable(),
  activityType: z.enum(['doorbell_ring', 'message', 'video_call', 'audio_call', 'notification']),
  /** Placed by the owner as a test: listed only while live, and without a visitor. */
  test: z.literal(true).optional(),
  message: z.string().nullable(),
  timestamp: IsoTime,
  isHandled: z.boolean(),
  photoUrl: z.string().nullable(),
  ...mapDetails(() => z.string().nullable()),
  purpose: Purpose.nullable(),
  outcome: Outcome.nullable(),
  /** The display name of the device that answered ("Chrome on Windows"). */
  answeredBy: z.string().nullable(),
  /** Public id of the session that holds the answer; equal to `register_success.sessionId` on that device. */
  answeredSession: z.string().nullable(),
  answeredAt: IsoTime.nullable(),
  /** The name of the member of the household who answered; absent for the owner, and from copies before households. */
  answeredMember: z.string().optional(),
  /** Only as a member of somebody else's household sees it: that membership, and what its plan allows. */
  home: z.object({ id: z.int(), owner: z.string(), premium: z.boolean() }).optional(),
  /** The call's duration in seconds, once it has ended. */
  callSeconds: z.int().nullable(),
  doorId: z.int(),
  doorLabel: z.string(),
  againOf: z.int().nullable(),
  /** How often this visitor rang, this one included ("rang 2 times"). */
  rings: z.int(),
  hasChat: z.boolean(),
  /** Do not disturb or quiet hours: listed, never opens a modal or sounds. */
  quiet: z.boolean(),
  /** How the ring may alert on a page, by its owner's preferences; empty for a quiet ring. */
  alerts: z.array(z.enum(['modal', 'sound', 'desktop'])),
  /** "Not me" was pressed on a device of this account: it is quiet since. */
  silenced: z.literal(true).optional(),
  visitorAway: z.boolean(),
  /** Rung through an approved pass within its period (docs/product/decisions.md, 31). */
  expected: z.boolean(),
  /** Kept by the resident, so that its visitor cannot erase it. */
  kept: z.boolean(),
  /** How many recordings of it are stored, including those in the making; copies before this field do not send it. */
  films: z.int().optional(),
  /** Its visitor may not ring at this door (docs/product/decisions.md, 11). */
  blocked: z.boolean(),
  /** Only while live. */
  endsAt: IsoTime.optional(),
  /** When retention deletes it (docs/product/decisions.md, 20). */
  expiresAt: IsoTime,
  /** Grows with every change; clients drop older versions. */
  version: z.int(),
})
export type Activity = z.infer<typeof Activity>

export const ChatMessage = z.object({
  id: z.string(),
  activityId: z.int(),
  /** The side that wrote; personal ids are not exposed. */
  senderId: z.enum(['visitor', 'resident']),
  message: z.string(),
  timestamp: IsoTime,
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** A ring as its visitor may see it. `userId` is an opaque number that gives no access (docs/product/decisions.md, 6). */
export const Visit = z.object({
  id: z.int(),
  userId: z.int(),
  qrCodeId: z.string(),
  doorLabel: z.string(),
  visitorName: z.string(),
  /** `video_call`: the guest of an invite, who used no door code (docs/product/decisions.md, 30). */
  activityType: z.enum(['doorbell_ring', 'video_call']),
  message: z.string(),
  ...mapDetails(() => z.string().nullable()),
  /** The chip of the ring; Call Again uses it again. */
  purpose: Purpose.nullable(),
  timestamp: IsoTime,
  /** Answered or dismissed; Mark as Handled is not shown to the visitor. */
  isHandled: z.boolean(),
  outcome: Outcome.nullable(),
  endsAt: IsoTime.optional(),
  photoUrl: z.string().nullable(),
  /** Receipts (docs/product/decisions.md, 7): delivered to the resident's list; seen on a screen while it rang. */
  delivered: z.boolean(),
  seen: z.boolean(),
  /** The number of live rings before this one at this door. */
  inLine: z.int(),
  /** The waiting panel may show the camera card (docs/product/decisions.md, 17); false once the ring is over. */
  offersCamera: z.boolean(),
  /** After a miss: when Call Again opens, and how many are left. */
  againAt: IsoTime.nullable(),
  againLeft: z.int(),
  /** A message was left after a miss ("Request Sent!"). */
  messageLeft: z.boolean(),
  /** Whether the visitor may write now (docs/product/states.md). */
  canWrite: z.boolean(),
  /** When the visitor may erase the ring; null while the visitor is blocked. A kept visit answers `erase_kept` then. */
  eraseFrom: IsoTime.nullable(),
  againOf: z.int().nullable(),
  /** Until when the resident keeps recordings of this visit; null without any. Copies before this field do not send it. */
  recordedUntil: IsoTime.nullish(),
  /** Grows with every change visible to the visitor; independent of the activity's version. */
  version: z.int(),
})
export type Visit = z.infer<typeof Visit>

export const VisitWithChat = z.object({ ...Visit.shape, messages: z.array(ChatMessage) })
export type VisitWithChat = z.infer<typeof VisitWithChat>

/** Stripe's statuses, and `unknown` for one that Stripe has added since: it gives no Premium. */
export const SubscriptionStatus = z.enum([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
  'unknown',
])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export const InvoiceStatus = z.enum(['draft', 'open', 'paid', 'uncollectible', 'void', 'unknown'])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

/** An amount of money as it is sent: a decimal in the currency's main unit, 9.99 for 999 cents (docs/product/decisions.md, 37). */
const Amount = z.number()
const Currency = z.string().length(3)

export const Subscription = z.object({
  tier: Tier,
  source: z.enum(['stripe', 'grant', 'none']),
  status: SubscriptionStatus.nullable(),
  currentPeriodEnd: IsoTime.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** Whether this server accepts payments. */
  billing: z.enum(['stripe', 'off']),
  /** The price of a month of Premium at Stripe; null while it is not known, and without payments. */
  price: z.object({ amount: Amount, currency: Currency }).nullable(),
  /** Invoices and the page for the card are open to an account that has paid once. */
  hasPaid: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/** A payment of the billing history. */
export const Payment = z.object({
  id: z.int(),
  amount: Amount,
  refunded: Amount,
  currency: Currency,
  /** Of the invoice. */
  status: InvoiceStatus,
  /** Stripe's name of the payment method, `card`; null before anything was charged. */
  paymentMethod: z.string().nullable(),
  /** The last four digits of the card. */
  last4: z.string().nullable(),
  createdAt: IsoTime,
  invoiceId: z.string(),
})
export type Payment = z.infer<typeof Payment>

/** The parameters of a notification's sentences; its kind determines which it has (notification-kinds.ts). */
export const NotificationParams = z.object({
  /** The visitor's name. */
  name: z.string().optional(),
  /** Browser and system of the new device, as in "Chrome on Windows". */
  device: z.string().optional(),
  tier: Tier.optional(),
})
export type NotificationParams = z.infer<typeof NotificationParams>

/** The number of unread entries of a resident, by kind. */
export const UnreadCounts = z.object({
  missed: z.int().min(0),
  messages: z.int().min(0),
  visits: z.int().min(0),
  system: z.int().min(0),
})
export type UnreadCounts = z.infer<typeof UnreadCounts>

/** A recording of a call, and the stored video made from it (recording.ts). */
export const RecordingId = z.uuid()

/** Why a recording ended or never began. */
export const RecordingEnd = z.enum([
  /** The visitor pressed No, or did not answer in time. */
  'refused',
  'unanswered',
  /** One of the pages did not confirm its REC mark in time. */
  'not_shown',
  'stopped_by_visitor',
  'stopped_by_resident',
  'call_ended',
  /** Both sides are joining again: the visitor is asked again once the call is connected. */
  'interrupted',
  /** This call has 60 minutes of recordings. */
  'time_limit',
  /** The account's 5 GB are used. */
  'storage_full',
  /** The server has less than 2 GB of free space, or cannot record. */
  'disk_full',
  'failed',
])
export type RecordingEnd = z.infer<typeof RecordingEnd>

/** The same for both sides. `keptUntil`: when the recording expires; until then the resident, who owns the door, has it. */
export const RecordingView = z.discriminatedUnion('state', [
  /** The visitor is asked; no answer until `askedUntil` counts as No. */
  z.object({ state: z.literal('asking'), id: RecordingId, askedUntil: IsoTime, keptUntil: IsoTime }),
  /** Allowed: each page shows the REC mark and confirms it by `recording_shown` until `shownUntil`, else nothing is recorded. */
  z.object({ state: z.literal('starting'), id: RecordingId, shownUntil: IsoTime, keptUntil: IsoTime }),
  /** Pictures and voices are recorded since `startedAt`; it ends at `endsAt` at the latest. */
  z.object({ state: z.literal('on'), id: RecordingId, startedAt: IsoTime, endsAt: IsoTime, keptUntil: IsoTime }),
  /** `startedAt` null: nothing was recorded. */
  z.object({
    state: z.literal('off'),
    id: RecordingId,
    reason: RecordingEnd,
    startedAt: IsoTime.nullable(),
    keptUntil: IsoTime,
    /** How often the resident may still ask in this call. Copies before this field do not send it. */
    asksLeft: z.int().min(0).optional(),
  }),
])
export type RecordingView = z.infer<typeof RecordingView>
export type RecordingState = RecordingView['state']

/** A call as both sides see it (docs/product/states.md). `connectedAt` starts the timer. */
export const CallView = z.object({
  activityId: z.int(),
  kind: CallKind,
  /** `offered`: a late call back that waits for the visitor's Join. */
  state: z.enum(['offered', 'connecting', 'connected', 'interrupted', 'ended']),
  /** Fencing: grows when the call moves to another worker. */
  epoch: z.int(),
  connectedAt: IsoTime.nullable(),
  /** The resident's device that has the call; null when free ("Take over"). */
  holder: z.object({ session: z.string(), device: z.string() }).nullable(),
  visitorAway: z.boolean(),
  /** The holder has been lost for a while: another device may take over. The visitor does not get this field. */
  holderAway: z.boolean().optional(),
  seconds: z.int().nullable(),
  /** The last recording of this call, or the question about it; null before the first. Copies before this field do not send it. */
  recording: RecordingView.nullish(),
  version: z.int(),
})
export type CallView = z.infer<typeof CallView>

/** The event that caused an alert; `message` is English, pages translate by type and params. */
export const AlertType = z.enum([
  'automatic_ip_block',
  'new_device_login',
  'new_location_login',
  'password_changed',
  'email_changed',
  'failed_login_attempts',
  ...FactorChange.options,
])
export type AlertType = z.infer<typeof AlertType>

/** docs/product/specification.md, 3, security alert. */
export const SecurityAlert = z.object({
  id: z.int(),
  userId: z.int(),
  alertType: AlertType,
  message: z.string(),
  /** The parameters of the sentence: `device`, `location`, `count`, `passkey` (its name). */
  params: z.record(z.string(), z.string()),
  ipAddress: z.string().nullable(),
  timestamp: IsoTime,
  isRead: z.boolean(),
})
export type SecurityAlert = z.infer<typeof SecurityAlert>

/** docs/product/specification.md, 3, login history entry. */
export const LoginAttempt = z.object({
  id: z.int(),
  timestamp: IsoTime,
  ipAddress: z.string(),
  deviceType: z.enum(['desktop', 'mobile', 'unknown']),
  browser: z.string(),
  location: z.string(),
  success: z.boolean(),
  /** Not in the specification: whether it was made with a passkey. Copies of security before this field do not send it. */
  passkey: z.boolean().optional(),
})
export type LoginAttempt = z.infer<typeof LoginAttempt>
