/** What billing's domain needs; implemented in store/, clients/ and adapters/, joined in app.ts. */
import type { Tier, TierChange, User } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { ExportedPage, ExportPage } from '#proto/export.ts'
import type { Entitlement } from './tier.ts'

/** What granting or ending a grant did. `event` is there only where the tier changed. */
export type PlanChange = {
  readonly tier: Tier
  readonly version: number
  readonly grantedAt: Date | null
  readonly event: EventEnvelope<'billing.subscription_changed'> | undefined
}
/** Builds the event for a new tier and version. */
export type TierEvent = (tier: Tier, version: number) => EventEnvelope<'billing.subscription_changed'>

export interface Plans {
  entitlement(userId: number): Promise<Entitlement>
  /** One statement: it runs for every claim. */
  tier(userId: number): Promise<{ tier: Tier; version: number }>
  premiumUsers(): Promise<number>
  /** Grants, or finds the active grant; writes the new tier and its event in the same transaction. */
  grant(userId: number, by: string, now: Date, event: TierEvent): Promise<PlanChange>
  /** Nothing is left of this person here but the tombstone; of no use to who pays. */
  deleteUser(userId: number): Promise<void>
  /** A page of one kind of rows. @returns undefined for an unknown kind */
  exported(page: ExportPage): Promise<ExportedPage | undefined>
  /** Ends the active grant; without one nothing changes. */
  endGrant(userId: number, by: string, now: Date, event: TierEvent): Promise<PlanChange>
}

export interface AuthClient {
  /** @throws AppError not_found, unavailable */
  user(userId: number): Promise<User>
  /** Updates auth's copy of the tier. */
  keepTier(change: TierChange): Promise<void>
}

export interface DoorbellClient {
  /** Updates doorbell's copy of the tier. */
  keepTier(change: TierChange): Promise<void>
}

/** Frames to open pages; nobody is waited for. */
export interface LiveUpdates {
  tierChanged(userId: number, tier: Tier): void
}
