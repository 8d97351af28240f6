import type { Outcome, Purpose } from '#proto/entities.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { RingDetails } from '#proto/ring-details.ts'
import type { Side } from '../core/chat.ts'
import type { Ring } from '../core/ring.ts'

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
  /** The name of the member who answers; null for the owner. */
  readonly member: string | null
}

export type Receipt = {
  /** Seconds from the ring to this receipt, if no page had received the ring before. */
  readonly deliveredIn?: number
  /** The ring, if it is live and was not seen before. */
  readonly seen?: Ring | undefined
}

/** What a resident's page is told when it registers: the newest of each, oldest first. */
export type ReplayedRings = {
  readonly live: readonly Ring[]
  readonly answeredHere: readonly Ring[]
  readonly withChat: readonly Ring[]
}

/** Each change of a ring is one compare-and-set (docs/product/states.md). */
export interface Rings {
  place(request: RingRequest): Promise<Placed>
  /** @returns undefined also for an expired ring */
  find(id: number, now: Date): Promise<Ring | undefined>
  /** A wall display gets those of its own household alone. @param since answers after this time */
  replayed(
    resident: Pick<ResidentIdentity, 'userId' | 'session'> & { readonly wall: boolean },
    now: Date,
    since: Date,
  ): Promise<ReplayedRings>
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
  /** Each is written once. */
  recordReceipt(id: number, state: 'delivered' | 'seen', by: string, at: Date): Promise<Receipt>
  /** Changes only a live or answered ring whose visitor is not blocked. @returns the ring if it changed */
  setAway(id: number, away: boolean, now: Date): Promise<Ring | undefined>
  /** It rings no more for this account, if it is live. @returns the ring if it changed */
  silence(id: number, userId: number, now: Date): Promise<Ring | undefined>
  /** @returns the ring if it changed */
  setKept(id: number, kept: boolean): Promise<Ring | undefined>
  /** Marks all messages up to the newest as read. */
  markRead(id: number, side: Side): Promise<void>
}
