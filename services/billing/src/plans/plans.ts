/** The plan of each account, as stored: grants, and the tier that was published last. */
import type { Tier } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Entitlement } from '../core/tier.ts'

/** The result of granting or ending a grant. `event` is there only where the tier changed. */
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
  /** Ends the active grant; without one nothing changes. */
  endGrant(userId: number, by: string, now: Date, event: TierEvent): Promise<PlanChange>
}
