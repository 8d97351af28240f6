/** What the use cases need from outside. */
import type { Tier, TierChange, User } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Standing } from './tier.ts'

/** What a change of grants did. `event` is there only where the tier changed. */
export type Changed = {
  readonly tier: Tier
  readonly version: number
  readonly grantedAt: Date | null
  readonly event: EventEnvelope<'billing.subscription_changed'> | undefined
}
export type TierEvent = (tier: Tier, version: number) => EventEnvelope<'billing.subscription_changed'>

export interface Plans {
  standing(userId: number): Promise<Standing>
  /** One statement: asked at every claim. */
  tier(userId: number): Promise<{ tier: Tier; version: number }>
  /** Grants, or finds the living grant; writes the new tier and its event with it. */
  grant(userId: number, by: string, now: Date, event: TierEvent): Promise<Changed>
  /** Nothing is left of this person here; of no use to who pays. */
  forget(userId: number): Promise<void>
  /** Ends a living grant; nothing to end is no change. */
  endGrant(userId: number, by: string, now: Date, event: TierEvent): Promise<Changed>
}

export interface Neighbours {
  /** @throws Refusal not_found, unavailable */
  user(userId: number): Promise<User>
  /** Tells the services that keep the tier, so that it can be read once the change is answered; one that is away has it by the event. */
  keepTier(change: TierChange): Promise<void>
  /** Tells every open page of this person. */
  tellTier(userId: number, tier: Tier): void
}
