/** What security's domain needs; implemented in store/, clients/ and adapters/, joined in app.ts. */
import type { MailedAlert } from '#proto/alert-kinds.ts'
import type { AlertType, LoginAttempt, SecurityAlert } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'

export type Attempt = {
  readonly eventId: string
  readonly userId: number | null
  /** Of a failed attempt. Null for an event of an older copy of auth. */
  readonly nameHash: string | null
  readonly ipAddress: string
  readonly userAgent: string
  readonly deviceType: string
  readonly browser: string
  readonly location: string
  readonly success: boolean
  readonly deviceKnown: boolean
  readonly logged: boolean
  readonly passkey: boolean
  readonly timestamp: Date
}
export type NewAlert = {
  readonly userId: number
  /** The event that raised it: it is stored once per event, type and account. */
  readonly eventId: string
  readonly alertType: AlertType
  readonly params: SecurityAlert['params']
  readonly ipAddress: string | null
  readonly timestamp: Date
}
export type Block = {
  readonly address: string
  readonly expiresAt: Date | null
  /** The owner of at least one account lets the address try it. */
  readonly lifted: boolean
}
export type BlockRule = {
  /** How many failures block an address. */
  readonly after: number
  readonly since: Date
  readonly reason: string
  readonly now: Date
  readonly expiresAt: Date
  readonly event: EventEnvelope
}
/** After `after` failures on one account since `since` its owner is alerted, once within that time. */
export type FailureAlertRule = { readonly after: number; readonly since: Date }
/** A log-in from a place where nobody has logged in since `since` alerts the account's owner. */
export type LocationRule = { readonly since: Date; readonly unknown: string }

export interface Attempts {
  /**
   * Stores a log-in, unless it is not to be logged, and its alerts in one transaction, once per event id.
   * @returns whether it raised an alert
   */
  recordSuccess(attempt: Attempt & { readonly userId: number }, alerts: readonly NewAlert[], rule: LocationRule): Promise<boolean>
  /**
   * Stores a failure, the alert that it raises and, where it reaches the limit, the block, its event and the owners' alerts in one
   * transaction, once per event id.
   */
  recordFailure(
    attempt: Attempt,
    rules: { readonly alert: FailureAlertRule; readonly block: BlockRule | undefined },
  ): Promise<{ readonly blocked: boolean; readonly alerted: boolean }>
  /** The account's logged attempts, newest first. @param before ids below this one */
  ofUser(userId: number, page: Page): Promise<LoginAttempt[]>
}

export type Page = { readonly limit: number; readonly before: number | undefined }
export type StoredAlert = Omit<NewAlert, 'eventId'> & { readonly id: number; readonly isRead: boolean }
export type DueAlert = StoredAlert & { readonly mailKey: string }

export interface Alerts {
  /** @returns false when it was stored already */
  raise(alert: NewAlert): Promise<boolean>
  /** Newest first. @param before ids below this one */
  ofUser(userId: number, page: Page): Promise<StoredAlert[]>
  unread(userId: number): Promise<number>
  /** @returns false for another account's alert */
  read(userId: number, id: number): Promise<boolean>
  readAll(userId: number): Promise<void>
  /** Claims alerts to deliver until `leasedUntil`: after that another copy, or this one after a crash, may claim them again. */
  claim(due: { readonly now: Date; readonly leasedUntil: Date; readonly raisedSince: Date; readonly limit: number }): Promise<DueAlert[]>
  delivered(id: number): Promise<void>
}

/** A block that its account's owner sees. */
export type OwnersBlock = {
  readonly id: number
  readonly ipAddress: string
  readonly reason: string
  readonly blockedAt: Date
  readonly expiresAt: Date | null
  readonly isAutomatic: boolean
  readonly lifted: boolean
}

export interface Blocks {
  active(now: Date): Promise<Block[]>
  countActive(now: Date): Promise<number>
  find(address: string, now: Date): Promise<Block | undefined>
  /** @returns false when nothing was blocked */
  lift(address: string, by: string, now: Date, event: EventEnvelope): Promise<boolean>
  /** Active blocks of addresses that tried this account, newest first. */
  ofUser(userId: number, now: Date): Promise<OwnersBlock[]>
  /**
   * Lifts an active block for one account, with its event in one transaction.
   * @returns undefined when no such block concerns this account; `event` only where it was not lifted before
   */
  liftFor(
    userId: number,
    id: number,
    now: Date,
    eventOf: (block: Omit<Block, 'lifted'>) => EventEnvelope,
  ): Promise<{ readonly block: Block; readonly event: EventEnvelope | undefined } | undefined>
}

/** What gateways read: all blocks, and the marker that says that the set is complete. */
export interface BlockCache {
  /** Replaces the whole set by the table's, under a new epoch. */
  refresh(): Promise<void>
  put(block: Block): Promise<void>
  remove(address: string): Promise<void>
}

export interface AuthClient {
  /** Whether the account wants to be alerted at once; undefined when it is gone. */
  wantsAlerts(userId: number): Promise<boolean | undefined>
  /** Mails the alert once per key, if the account has a confirmed address. */
  mailAlert(key: string, userId: number, alertType: MailedAlert, params: SecurityAlert['params']): Promise<void>
}

export interface NotifyClient {
  /** Pushes to the account's devices that there is an alert, once per key. */
  pushAlert(key: string, userId: number): Promise<void>
}

/** Frames to the account's open pages; nobody is waited for. */
export interface LiveUpdates {
  alert(userId: number, alert: SecurityAlert, unread: number): void
  /** The pages read their alerts again, without showing one. */
  alertsChanged(userId: number): void
}
