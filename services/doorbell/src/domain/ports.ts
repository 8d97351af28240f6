/** What the domain needs from the world; store/ and adapters/ give it, tests may too. */
import type { Outcome, Purpose, Tier } from '#proto/entities.ts'
import type { EventData, EventEnvelope, EventName } from '#proto/events.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import type { Message, Side } from './chat.ts'
import type { Ring } from './ring.ts'
import type { StoredNotification } from './stored-notification.ts'

export interface Clock {
  now(): Date
  in(ms: number): Date
}

/** Wakes sockets; whoever is not there finds it by resume or poll. */
export interface Live {
  /** @param except the socket that said it: it has the reply */
  toOwner(ownerId: number, frame: ServerFrame, except?: string): void
  toVisit(activityId: number, frame: ServerFrame, except?: string): void
}

/** Events written with their rows, published after commit. */
export interface Outbox {
  row<N extends EventName>(name: N, data: EventData<N>): EventEnvelope<N>
  soon(...envelopes: EventEnvelope[]): void
}

export type RingRequest = {
  readonly qrCodeId: string
  readonly key: string
  /** The activities this browser's cookies prove. */
  readonly visits: readonly number[]
  readonly againOf: number | null
  readonly visitorName: string
  readonly message: string
  readonly unitNumber: string | null
  readonly purpose: Purpose | null
  readonly at: Date
  /** The time of storage counts from here. */
  readonly keptSince: Date
  readonly endsAt: Date
  /** A chain whose last ring ended later than this is still cooling down. */
  readonly cooledBefore: Date
  readonly eventId: string
  readonly fromHash: string
  /** The request that the visitor's pass proves, and between which times it must be agreed for to be expected now. */
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

/** Every change of a ring is one compare-and-set here (states). */
export interface Rings {
  place(request: RingRequest): Promise<Placed>
  /** @returns undefined also for what has expired */
  find(id: number, now: Date): Promise<Ring | undefined>
  /** The newest, oldest first. */
  liveOfOwner(ownerId: number, now: Date): Promise<Ring[]>
  /** With words the resident has not read, and the calls this session holds since `since`. */
  unreadOfOwner(ownerId: number, now: Date): Promise<Ring[]>
  answeredBySession(ownerId: number, session: string, since: Date): Promise<Ring[]>
  ofVisits(ids: readonly number[], now: Date): Promise<Ring[]>
  /** Oldest first: in the order of the line. */
  liveAtDoors(doorIds: readonly number[], now: Date): Promise<Ring[]>
  /** How many live rings at its door are before this one. */
  before(ring: Ring, now: Date): Promise<number>
  answer(id: number, answer: Answer, event: EventEnvelope, at: Date): Promise<Ring | undefined>
  cancel(id: number, event: EventEnvelope, at: Date): Promise<Ring | undefined>
  /** Writes the miss of every ring whose time has run out, with its event. */
  missDue(now: Date): Promise<{ ring: Ring; event: EventEnvelope }[]>
  markHandled(id: number, now: Date): Promise<Ring | undefined>
  /** Once: delivered to a page, shown on a screen. @returns the ring when `seen` was news */
  receive(id: number, state: 'delivered' | 'seen', by: string, at: Date): Promise<Ring | undefined>
  setAway(id: number, away: boolean): Promise<Ring | undefined>
  setPhoto(id: number, photo: string): Promise<Ring | undefined>
  /** @returns the ring where it changed */
  setKept(id: number, kept: boolean): Promise<Ring | undefined>
  /** Name, words, photo and chat, in one statement. @returns undefined where it may not be erased; `photo` is the file that is nobody's now */
  erase(id: number, rungBefore: Date, at: Date): Promise<{ ring: Ring; photo: string | null } | undefined>
  /** @returns those that some ring names */
  photosKept(names: readonly string[]): Promise<ReadonlySet<string>>
  markRead(id: number, side: Side, seq: number): Promise<void>
}

export interface Messages {
  of(activityId: number): Promise<Message[]>
  after(activityIds: readonly number[], senderId: Side): Promise<Message[]>
  /** Stored once by (activity, sender, id). @returns the ring as it is then */
  write(
    message: Omit<Message, 'seq'>,
    notify: { ownerId: number; title: string; message: string; name: string; toMail: boolean; expiresAt: Date } | undefined,
    event: EventEnvelope,
  ): Promise<{ message: Message; ring: Ring; repeated: boolean; notice?: StoredNotification | undefined }>
}

/** Billing's word, asked at every claim and never remembered (decision 10). */
export interface Tiers {
  isPremium(userId: number): Promise<boolean>
}

export interface Calls {
  /** @returns whether a call was on */
  hangUp(activityId: number): Promise<boolean>
}

/** What doorbell keeps of a resident. */
export interface Owners {
  /** @param version grows with each change of the tier; an older one is dropped @returns whether it was news */
  setTier(ownerId: number, tier: Tier, version: number, now: Date): Promise<boolean>
}
