/** The interfaces of notify's features to other services and to push services. */

import type { AccountPart } from '#proto/entities.ts'
import type { Input, Output } from '#proto/operations/index.ts'

/** The address and keys of a device for pushes (RFC 8030, RFC 8291, RFC 8292). */
export type Subscription = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** Our key that the browser subscribed with. */
  readonly publicKey: string
}

export type PushRequest = {
  /** The device's account: accounts take turns at a push service. */
  readonly owner: number
  readonly subscription: Subscription
  readonly text: string
  /** Seconds for which the push service keeps it while the device cannot be reached. */
  readonly ttl: number
  readonly urgency: 'high' | 'normal'
  /** A later push with the same topic replaces one that still waits: at most 32 characters of base64url. */
  readonly topic: string
  /** Called right before the request is sent. */
  readonly isWanted: () => boolean
  /** Called at its turn, before it is encrypted. */
  readonly isAllowed?: () => Promise<boolean>
}

/**
 * `status` 0: no answer, or a host that is not allowed; null: nothing was sent, because it was no longer wanted or allowed, or its turn
 * did not come.
 */
export type PushAnswer = { readonly status: number | null; readonly retryAfterSeconds?: number | undefined }

export interface PushServices {
  /** The reason to refuse an endpoint, if any: its URL is not allowed, or its host has an address that is not public. */
  refusal(endpoint: string): Promise<'host' | 'address' | undefined>
  /** Never throws: a push service that does not answer within ten seconds is status 0. */
  send(request: PushRequest): Promise<PushAnswer>
}

export type RingContent = Output<'doorbell.push_content'>
/** A ring as one account is pushed it: its owner, or a member of the household. */
export type PushedRing = { readonly activityId: number; readonly ownerId: number; readonly userId: number }
export type RingReach = Output<'doorbell.ring_reach'>
export type PushPreferences = Output<'doorbell.push_preferences'>
export interface DoorbellClient {
  /** @throws AppError unavailable */
  preferencesOf(userId: number): Promise<PushPreferences>
  /** By the preferences of the account. @returns undefined when the ring is erased, or is no longer for this member */
  contentOf(ring: PushedRing): Promise<RingContent | undefined>
  /** @returns undefined when the ring is erased */
  reachOf(activityId: number): Promise<RingReach | undefined>
  /** When open pages first reported these rings; rings without a report are left out. */
  deliveryTimesOf(activityIds: readonly number[]): Promise<Output<'doorbell.delivery_times'>['rings']>
  /** @returns undefined when it is deleted */
  noticeOf(asked: Input<'doorbell.push_notice'>): Promise<Notice | undefined>
  /** @returns undefined when what it is about is deleted */
  eventContentOf(asked: Input<'doorbell.event_content'>): Promise<Output<'doorbell.event_content'> | undefined>
  hasDoors(ownerId: number, doors: readonly number[]): Promise<boolean>
}

export type Notice = Output<'doorbell.push_notice'>

export interface AuthClient {
  sessionUsed(session: string): Promise<void>
  /** @throws AppError not_found (the session has ended), unavailable */
  nameSession(naming: Input<'auth.name_session'>): Promise<void>
  /** Once per key. @returns false where the account's address is not confirmed */
  mailUnseenRing(mail: Input<'auth.mail_unseen_ring'>): Promise<boolean>
  /** @throws AppError password_needed where the session's password was not entered within ten minutes, unavailable */
  requireFresh(session: string): Promise<void>
}

export interface LiveUpdates {
  accountChanged(userId: number, part: AccountPart): void
}
