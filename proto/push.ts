/** Devices and pushes (docs/product/decisions.md, 33; docs/product/interface.md, Devices and push). */
import { z } from 'zod'
import { IsoTime } from './entities.ts'
import { issue } from './issues.ts'
import { LANGUAGES } from './languages.ts'
import { FIELD } from './limits.ts'

/**
 * Public keys of VAPID and of subscriptions: a point of P-256, uncompressed (RFC 8291, 3.1; RFC 8292, 3.2): 65 bytes, the first of which
 * is 4. The spare bits of the last character are 0, as in all base64url here, so that nothing has two spellings (RFC 4648, 3.5).
 */
const POINT = /^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/
/** The secret of a subscription: 16 bytes (RFC 8291, 3.2). */
const SECRET = /^[\w-]{21}[AQgw]$/
/** Base64url, with or without its padding, as browsers write it. */
const encoded = (pattern: RegExp) =>
  z
    .string()
    .max(FIELD.pushKey)
    .overwrite((text) => text.replace(/=+$/, ''))
    .regex(pattern)

export const PushPermission = z.enum(['granted', 'denied', 'default'])
export type PushPermission = z.infer<typeof PushPermission>

/** The result of a browser's PushManager, and the page's permission. */
export const PushSubscription = z.strictObject({
  /** As browsers serialize a URL: printable ASCII. */
  endpoint: z
    .string()
    .min(1)
    .max(FIELD.pushEndpoint)
    .regex(/^[!-~]*$/, issue('endpoint_refused')),
  keys: z.strictObject({ p256dh: encoded(POINT), auth: encoded(SECRET) }),
  permission: PushPermission,
  /** The server's key that it was made with; by default the present one. */
  publicKey: encoded(POINT).optional(),
  /** The page's language: pushes are written in it. */
  language: z.enum(LANGUAGES).optional(),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** `off`: it has no subscription; `expired`: the push service has ended it; `refused`: the browser allows no notifications. */
export const PushState = z.enum(['on', 'off', 'expired', 'refused'])
export type PushState = z.infer<typeof PushState>

/** A browser of the account. */
export const Device = z.object({
  id: z.uuid(),
  name: z.string(),
  platform: z.string(),
  browser: z.string(),
  isCurrent: z.boolean(),
  push: PushState,
  /** Whether a page of it may play sounds: its user has interacted with it since it was opened. */
  armed: z.boolean(),
  /** Notifications show the visitor's name, message and photo; else only that someone is at the door. */
  details: z.boolean(),
  /** A wall display (record 0066): it gets no pushes, and rings while its page is open. */
  wall: z.boolean(),
  /** A notification once a week that shows that the device can still ring. */
  weeklyCheck: z.boolean(),
  /** When it is due next; null while it is switched off. */
  nextCheckAt: IsoTime.nullable(),
  createdAt: IsoTime,
  lastSeenAt: IsoTime,
  lastAcceptedAt: IsoTime.nullable(),
  lastShownAt: IsoTime.nullable(),
  /** Milliseconds from the ring's commit to the report that it is shown, the newest 20 first. */
  ringTimes: z.array(z.int()),
})
export type Device = z.infer<typeof Device>

/**
 * Why a ring would not reach a device whose page is closed, or might not. `no_device` to `push_off` concern the account; the rest one
 * device. The pages have a text for each with the next step.
 */
export const FaultCode = z.enum([
  'no_device',
  'do_not_disturb',
  'quiet_hours',
  'rings_off',
  'push_off',
  'phones_off',
  'permission_refused',
  'subscription_expired',
  'not_subscribed',
  'keys_rotated',
  'vendor_failing',
  'not_shown',
  'not_seen',
])
export type FaultCode = z.infer<typeof FaultCode>
export const Fault = z.object({
  code: FaultCode,
  /** Nothing rings while it lasts; otherwise it may. */
  stops: z.boolean(),
  params: z
    .object({
      /** When it ends, if that is known. */
      until: IsoTime,
      /** When it was last seen, or was not shown. */
      at: IsoTime,
      /** Whether the push that was not shown was a weekly check and not a ring. */
      isCheck: z.boolean(),
      vendor: z.string(),
      /** The push service's last answer; 0: none. */
      status: z.int(),
    })
    .partial(),
})
export type Fault = z.infer<typeof Fault>
export const Diagnosis = z.object({
  /** For all devices. */
  account: z.array(Fault),
  /** Without wall displays, which ring while their page is open alone. */
  devices: z.array(
    z.object({
      deviceId: z.uuid(),
      /** Now, the account's faults counted. */ rings: z.enum(['yes', 'maybe', 'no']),
      faults: z.array(Fault),
    }),
  ),
})
export type Diagnosis = z.infer<typeof Diagnosis>

/** The content of a push. A ring and its end share a tag, so that the end replaces the ring. */
export const PushKind = z.enum(['ring', 'ended', 'message', 'visit', 'system', 'alert', 'session'])
export type PushKind = z.infer<typeof PushKind>

/** A device worker's report of one push. */
export const PushEvent = z.enum(['shown', 'clicked', 'closed'])
export type PushEvent = z.infer<typeof PushEvent>

/** The state of a ring for a device that shows it: `over`: answered, dismissed, cancelled or erased. */
export const RingSight = z.enum(['live', 'missed', 'over'])
export type RingSight = z.infer<typeof RingSight>

/** The answer to a worker that shows a ring. `image`: the path of the visitor's photo, where the device shows photos. */
export const RingNews = z.object({ ring: RingSight, image: z.string().optional() })
export type RingNews = z.infer<typeof RingNews>

/** Our own part of a push. The token reports about this push, and grants nothing else. */
export const PushData = z.object({
  activityId: z.int().nullable(),
  kind: PushKind,
  token: z.string(),
  /** When the ring ends, or ended; null for a push without an end. */
  endsAt: IsoTime.nullable(),
})
export type PushData = z.infer<typeof PushData>

/**
 * The fields of the notification in addition to the declarative ones.
 * `afterwards`: its title once the ring is over, where the browser replaces silently; null where the first title stays true.
 */
export const NotificationData = PushData.extend({ afterwards: z.string().nullable() })
export type NotificationData = z.infer<typeof NotificationData>

export const PushAction = z.object({ action: z.enum(['answer', 'message', 'ignore']), title: z.string(), navigate: z.url() })

/**
 * The text of a push: a declarative push message (W3C Push API, "declarative push messages"), which browsers without them pass to the
 * worker unchanged. `data` repeats `app_data`, because in browsers that support them only the notification itself reaches the worker.
 */
export const PushPayload = z.object({
  web_push: z.literal(8030),
  mutable: z.literal(true),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    navigate: z.url(),
    tag: z.string(),
    lang: z.enum(LANGUAGES),
    icon: z.url(),
    badge: z.url(),
    image: z.url().optional(),
    timestamp: z.int(),
    silent: z.boolean(),
    renotify: z.boolean(),
    requireInteraction: z.boolean(),
    actions: z.array(PushAction),
    data: NotificationData,
  }),
  app_data: PushData,
})
export type PushPayload = z.infer<typeof PushPayload>

export const SentPush = z.object({
  deviceId: z.uuid(),
  device: z.string(),
  kind: PushKind,
  state: z.enum(['sending', 'due', 'accepted', 'failed', 'gone', 'dropped', 'withheld']),
  /** Why it was withheld: the switch of phones and tablets; null for every other reason. */
  reason: z.enum(['phones_off']).nullable(),
  at: IsoTime,
  /** The push service's answer to each request, the oldest first; 0: none. */
  statuses: z.array(z.int()),
  acceptedAt: IsoTime.nullable(),
  shownAt: IsoTime.nullable(),
  clickedAt: IsoTime.nullable(),
})
export type SentPush = z.infer<typeof SentPush>

export const RingStep = z.object({
  kind: z.enum(['mail']),
  dueAt: IsoTime,
  startedAt: IsoTime.nullable(),
  state: z.enum(['waiting', 'running', 'done', 'skipped']),
  /** Why it was skipped. */
  reason: z.enum(['seen', 'over', 'quiet', 'preferences', 'address', 'limit']).nullable(),
})
export type RingStep = z.infer<typeof RingStep>

/** Why a ring may not have been seen, each with a next step to take; of one device where it names one. */
export const MissCause = z.object({
  code: z.enum([
    'quiet',
    'push_off',
    'phones_off',
    'no_device',
    'no_open_page',
    'subscription_gone',
    'push_service_failed',
    'not_shown',
    'not_noticed',
  ]),
  device: z.string().nullable(),
})
export type MissCause = z.infer<typeof MissCause>

/** An open page that has reported the ring. */
export const ReachedPage = z.object({
  /** Null for a session that has no device any more. */
  device: z.string().nullable(),
  deliveredAt: IsoTime.nullable(),
  seenAt: IsoTime.nullable(),
})
export type ReachedPage = z.infer<typeof ReachedPage>

/** Which pages and devices a ring has reached, the steps that followed, and why it may not have been seen. */
export const RingTimeline = z.object({
  pages: z.array(ReachedPage),
  pushes: z.array(SentPush),
  steps: z.array(RingStep),
  causes: z.array(MissCause),
  /** How many devices it was pushed to that were removed since: the results of those pushes are deleted. */
  removed: z.int(),
})
export type RingTimeline = z.infer<typeof RingTimeline>
