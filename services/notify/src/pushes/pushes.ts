/** Pushes as they are stored: one row each, whose uniqueness lets one copy alone send it. */
import { DAY_MS } from '#proto/durations.ts'
import type { Outcome } from '#proto/entities.ts'
import type { PushEvent, PushKind } from '#proto/push.ts'
import type { RingChange } from '#proto/ring-changes.ts'
import type { PushedRing, Subscription } from '../core/ports.ts'

/** Longer than a push service may take to answer: then another copy takes the push over. */
export const LEASE = 20_000
/** Pushes are stored as long as the longest plan stores rings. */
export const KEPT_FOR = 30 * DAY_MS

/** A push that only this copy may send now, as one request. */
export type ClaimedPush = {
  readonly id: string
  /** The token for its reports (kit/push-tokens.ts). */
  readonly token: string
  readonly kind: PushKind
  /** The device's account. */
  readonly userId: number
  /** The owner of its ring; the account itself where it is about no ring. */
  readonly ownerId: number
  readonly activityId: number | null
  readonly subject: string
  /** Doorbell's id of its subject, in addition to the ring. */
  readonly ref: string | null
  /** Requests begun, including this one. */
  readonly attempts: number
  /** The status of the previous request. */
  readonly lastStatus: number | null
  /** Not sent after this. */
  readonly endsAt: Date
  readonly device: {
    readonly id: string
    readonly language: string
    readonly browser: string
    readonly platform: string
    readonly details: boolean
    readonly subscription: Subscription
  }
}

/** The ring that a push is about. */
export const ringOf = ({ activityId, ownerId, userId }: ClaimedPush): PushedRing | undefined =>
  activityId === null ? undefined : { activityId, ownerId, userId }

export type Reported = {
  readonly userId: number
  readonly session: string
  /** This event of the push was not reported before. */
  readonly isFirst: boolean
  /** Milliseconds from the ring to the first report that it is shown; null of any other push. */
  readonly ringTime: number | null
}

/** The result of one request. `status` null: it was not sent. */
export type PushResult = {
  readonly push: ClaimedPush
  readonly status: number | null
  readonly state: 'accepted' | 'due' | 'failed' | 'gone' | 'dropped' | 'withheld'
  /** Why it is withheld, if the reason is this device's. */
  readonly reason?: 'phones_off'
  readonly nextAt: Date | null
}

export type PlacedRing = Extract<RingChange, { type: 'placed' }>

/** Members who have it. A test ring is the owner's alone. */
export const membersOf = ({ test, members = [] }: PlacedRing) => (test ? [] : members)

export type EndedRing = {
  readonly activityId: number
  /** Of an event: the ring is stored if its own event has not come yet. A live update may be of a test ring, which is nothing to others. */
  readonly ownerId?: number
  readonly outcome: Outcome
  readonly at: Date
  readonly session: string | null
  readonly device: string | null
}

/** `outcome`: null while it is live. `details`: the device shows names and photos. */
export type RungFor = PushedRing & { readonly outcome: string | null; readonly test: boolean; readonly details: boolean }

/** A push other than a ring. */
export type NewNotice = {
  readonly kind: Exclude<PushKind, 'ring' | 'ended' | 'message'>
  readonly subject: string
  readonly userId: number
  /** To this session's device alone. */
  readonly session: string | null
  readonly activityId: number | null
  readonly ref: string | null
}

/** A visitor's message. Its push is numbered: `subject` is that of all pushes of its visit. */
export type NewMessage = { readonly subject: string; readonly userId: number; readonly activityId: number; readonly ref: string }
export type MessageTimes = {
  readonly now: Date
  readonly leasedUntil: Date
  readonly expiresAt: Date
  readonly gapSeconds: number
  /** A push is valid for this long from the moment that it is due. */
  readonly lifeSeconds: number
}

export interface Pushes {
  /** One push to each reachable device of the account, or to one. @returns the new ones */
  claimNotice(notice: NewNotice, times: { now: Date; leasedUntil: Date; endsAt: Date; expiresAt: Date }): Promise<readonly ClaimedPush[]>
  /**
   * One push to each reachable device, unless one is waiting that includes it: now, or `gapSeconds` after the last one about this visit.
   * @param ref the message's id: its event may repeat @returns the new ones that are sent now
   */
  claimMessage(notice: NewMessage, times: MessageTimes): Promise<readonly ClaimedPush[]>
  /** Stores rings and one push to each reachable device of their accounts. @returns those that are new, none of a ring that is known */
  claimRings(rings: readonly PlacedRing[], times: { now: Date; leasedUntil: Date; expiresAt: Date }): Promise<readonly ClaimedPush[]>
  /**
   * Stores the first outcome of each ring, and drops pushes that were to be retried.
   * @param ended one of each ring @returns those for which a device can be pushed to
   */
  endRings(ended: readonly EndedRing[], expiresAt: Date): Promise<readonly number[]>
  /**
   * One push of the end of each ring to each device that needs it: of a miss to those that have not shown the ring, else to
   * those that may have been sent it. Those whose ring is just being sent are left for later. @returns the new ones
   */
  claimEnded(
    activityIds: readonly number[],
    times: { now: Date; leasedUntil: Date; missedSeconds: number },
  ): Promise<readonly ClaimedPush[]>
  /** Claims pushes whose time has come: to be retried, or left by a copy that died. */
  claimDue(times: { now: Date; leasedUntil: Date; limit: number }): Promise<readonly ClaimedPush[]>
  /** Drops pushes that are no longer needed. @returns the rings that are over, until their ends are claimed */
  dropOverdue(now: Date): Promise<readonly number[]>
  /** May be repeated with the same results. @returns the rings that ended while their pushes were being sent */
  record(results: readonly PushResult[], now: Date): Promise<readonly number[]>
  /** @returns undefined for an unknown token */
  report(token: string, event: PushEvent, now: Date): Promise<Reported | undefined>
  /** The ring of a push; undefined for the token of any other push. */
  ringOf(token: string): Promise<RungFor | undefined>
  /** Whether a session has a device with a subscription. */
  isReachable(session: string): Promise<boolean>
  /**
   * Also rows that a statement stored while the account was being deleted.
   * @param ringsUntil for rings without other rows: they stay until they expired before this
   */
  deleteExpired(now: Date, ringsUntil: Date): Promise<void>
}
