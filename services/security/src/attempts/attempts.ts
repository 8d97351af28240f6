/** Log-ins and failures as they are stored, and the decisions made with them in one transaction. */
import type { LoginAttempt } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { NewAlert } from '../alerts/alerts.ts'
import type { Page } from '../core/page.ts'

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
/** A log-in from a place without another log-in since `since` alerts the account's owner. */
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
