/** Other services and open pages, as billing uses them. */
import type { Tier, TierChange, User } from '#proto/entities.ts'
import type { Input } from '#proto/operations/index.ts'

export interface AuthClient {
  /** @throws AppError not_found, unavailable */
  user(userId: number): Promise<User>
  /** Writes a mail about the plan, once per key. */
  mailPlan(mail: Input<'auth.mail_plan'>): Promise<void>
  /** Updates auth's copy of the tier. */
  keepTier(change: TierChange): Promise<void>
}

export interface DoorbellClient {
  /** Updates doorbell's copy of the tier. */
  keepTier(change: TierChange): Promise<void>
}

/** Frames to open pages; publishing does not wait for a reply. */
export interface LiveUpdates {
  tierChanged(userId: number, tier: Tier): void
  /** The subscription or its payments have changed: its end, a payment, a card that was refused. */
  paymentsChanged(userId: number): void
}
