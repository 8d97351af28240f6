/** The domain's dependencies; store/, adapters/ and clients/ implement them. */
import type { Outbox as KitOutbox } from '#kit/outbox.ts'
import type { Outcome, Purpose, Tier, UnreadCounts } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import type { Language } from '#proto/languages.ts'
import type { NotificationContent } from '#proto/notification-kinds.ts'
import type { RingChange } from '#proto/ring-changes.ts'
import type { RingDetails } from '#proto/ring-details.ts'
import type { StoredNotification } from '../notifications/stored-notification.ts'
import type { RecordingFiles } from '../recordings/recordings.ts'
import type { Message, Side } from './chat.ts'
import type { Ring } from './ring.ts'

/** Core NATS drops a frame whose socket is disconnected: pages resync by `resume` or by polling. */
export interface LiveUpdates {
  /** To every socket, or those of one session; `except`: the socket that sent the request, which has the reply. */
  toOwner(
    ownerId: number,
    frame: ServerFrame,
    receivers?: { readonly except?: string | undefined; readonly session?: string | undefined },
  ): void
  toVisitor(activityId: number, frame: ServerFrame, except?: string): void
  /** To notify, which pushes. */
  ringChanged(change: RingChange): void
}

/** Events written with their rows, published after commit. */
export type Outbox = Pick<KitOutbox, 'row' | 'soon'>

export type RingRequest = RingDetails & {
  readonly qrCodeId: string
  readonly key: string
  /** The activities that this browser's cookies prove. */
  readonly visits: readonly number[]
  readonly againOf: number | null
  readonly visitorName: string
  readonly message: string
  readonly purpose: Purpose | null
  readonly at: Date
  /** Retention counts from here. */
  readonly keptSince: Date
  readonly endsAt: Date
  /** Call Again is too soon after a ring that ended later than this. */
  readonly cooledBefore: Date
  readonly eventId: string
  readonly fromHash: string
  /** The request that the visitor's pass proves; it counts if its time is within `expected`. */
  readonly pass: number | null
  readonly expected: { readonly from: Date; readonly until: Date }
}
export type Placed =
  | { readonly verdict: 'placed' | 'existing'; readonly ring: Ring; readonly inLine: number }
  | { readonly verdict: 'inactive' }
  | { readonly verdict: 'blocked' }
  | { readonly verdict: 'used_up' }
  | { readonly verdict: 'too_soon'; readonly lastEndedAt: Date }

export type Answer = {
  readonly outcome: Exclude<Outcome, 'missed' | 'cancelled'>
  readonly session: string
  readonly device: string
}

/** An erased ring, and the files to delete. */
export type Erased = RecordingFiles & { readonly ring: Ring; readonly photo: string | null }

/** Each change of a ring is one compare-and-set (states). */
export interface Rings {
  place(request: RingRequest): Promise<Placed>
  /** @returns undefined also for an expired ring */
  find(id: number, now: Date): Promise<Ring | undefined>
  /** The newest, oldest first. */
  liveOfOwner(ownerId: number, now: Date): Promise<Ring[]>
  unreadOfOwner(ownerId: number, now: Date): Promise<Ring[]>
  answeredBySession(ownerId: number, session: string, since: Date): Promise<Ring[]>
  ofIds(ids: readonly number[], now: Date): Promise<Ring[]>
  /** Oldest first: the order of the queue. */
  liveAtDoors(doorIds: readonly number[], now: Date): Promise<Ring[]>
  /** How many live rings at its door are before this one. */
  before(ring: Ring, now: Date): Promise<number>
  answer(id: number, answer: Answer, event: EventEnvelope, at: Date): Promise<Ring | undefined>
  cancel(id: number, event: EventEnvelope, at: Date): Promise<Ring | undefined>
  /** Ends every ring whose time has run out as missed, and writes its event. */
  missDue(now: Date): Promise<{ ring: Ring; event: EventEnvelope }[]>
  markHandled(id: number, now: Date): Promise<Ring | undefined>
  /** When an open page first reported each; without those that none has reported. */
  deliveryTimes(ids: readonly number[]): Promise<readonly { readonly activityId: number; readonly at: Date }[]>
  /** Written once each. @returns the ring when it is live and was not seen before */
  recordReceipt(id: number, state: 'delivered' | 'seen', by: string, at: Date): Promise<Ring | undefined>
  /** Changes only a live or answered ring whose visitor is not blocked. @returns the ring if it changed */
  setAway(id: number, away: boolean, now: Date): Promise<Ring | undefined>
  setPhoto(id: number, photo: string): Promise<Ring | undefined>
  /** @returns the ring if it changed */
  setKept(id: number, kept: boolean): Promise<Ring | undefined>
  /** Name, message, photo, films and chat, in one statement. @returns undefined where it may not be erased */
  erase(id: number, rungBefore: Date, at: Date): Promise<Erased | undefined>
  /** @returns those that a ring names */
  photosInUse(names: readonly string[]): Promise<ReadonlySet<string>>
  /** Up to its newest message. */
  markRead(id: number, side: Side): Promise<void>
}

export interface Messages {
  of(activityId: number): Promise<Message[]>
  after(activityIds: readonly number[], senderId: Side): Promise<Message[]>
  newest(activityId: number, senderId: Side): Promise<Message | undefined>
  /** Stored once by (activity, sender, id). @returns the message and its ring; undefined when its visitor was blocked first */
  write(
    message: Omit<Message, 'seq'>,
    notify: (NotificationContent & { ownerId: number; message: string; toMail: boolean; expiresAt: Date }) | undefined,
    event: EventEnvelope,
  ): Promise<{ message: Message; ring: Ring; repeated: boolean; notification?: StoredNotification | undefined } | undefined>
}

/** Asked at every claim and never cached (decision 10). */
export interface BillingClient {
  isPremium(userId: number): Promise<boolean>
}

export interface NotifyClient {
  /** The session of one device of an account. @throws AppError not_found, unavailable */
  sessionOf(userId: number, deviceId: string): Promise<string>
}

export interface AuthClient {
  /** Whether auth gave this code to a new account a moment ago. Never throws: false when auth does not answer. */
  wasCodeIssuedRecently(qrCodeId: string): Promise<boolean>
  /** Tells auth the account's new code at once. Never throws: the event repeats it. */
  updateCode(change: { readonly userId: number; readonly qrCodeId: string; readonly version: number }): Promise<void>
}

/** Sends each key once. Throws when auth does not answer. */
export interface MailClient {
  mailPass(mail: { readonly key: string; readonly to: string; readonly path: string; readonly language: Language }): Promise<void>
  mailSummary(summary: UnreadCounts & { readonly key: string; readonly userId: number }): Promise<void>
}

export interface SignalingClient {
  /** Never throws: a signaling that does not answer holds no call, and Cancel must not fail for it. @returns whether a call was on */
  hangUp(activityId: number): Promise<boolean>
  /** Never throws: the node also learns of it by the answer to its next piece. */
  dropRecording(activityId: number, recordingId: string): Promise<void>
}

/** What doorbell stores of a resident. */
export interface Owners {
  /** @param version grows with each change of the tier; an older one is ignored @returns whether the tier changed */
  setTier(ownerId: number, tier: Tier, version: number, now: Date): Promise<boolean>
}
