import type { Clock } from '#kit/clock.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Tier, User } from '#proto/entities.ts'
import type { Changed, Neighbours, Plans, TierEvent } from './ports.ts'

export type GrantNeeds = {
  readonly clock: Clock
  readonly plans: Plans
  readonly outbox: Outbox
  readonly neighbours: Neighbours
}

const eventFor =
  (needs: GrantNeeds, userId: number): TierEvent =>
  (tier, version) =>
    needs.outbox.row('billing.subscription_changed', { userId, tier, version })

/** After commit: the durable event, the services whose copy is read next, and then the open pages, which read it. */
async function tell(needs: GrantNeeds, userId: number, { event, tier, version }: Changed): Promise<void> {
  if (!event) return
  needs.outbox.soon(event)
  await needs.neighbours.keepTier({ eventId: event.id, userId, tier, version })
  needs.neighbours.tellTier(userId, tier)
}

/** Premium by the operator; granting twice keeps the first (decision 21). @throws Refusal not_found when there is no such user */
export async function grant(needs: GrantNeeds, userId: number, by: string): Promise<{ tier: Tier; grantedAt: Date }> {
  await needs.neighbours.user(userId)
  const now = needs.clock.now()
  const changed = await needs.plans.grant(userId, by, now, eventFor(needs, userId))
  await tell(needs, userId, changed)
  return { tier: changed.tier, grantedAt: changed.grantedAt ?? now }
}

/** Ends a grant and never touches Stripe: who pays stays premium (decision 22). */
export async function revokeGrant(needs: GrantNeeds, userId: number, by: string): Promise<Tier> {
  const changed = await needs.plans.endGrant(userId, by, needs.clock.now(), eventFor(needs, userId))
  await tell(needs, userId, changed)
  return changed.tier
}

/**
 * The resident takes the free plan, which ends a grant; nothing is paid in this version, so nothing is cancelled.
 * @returns the user as changed
 */
export async function chooseFree(needs: GrantNeeds, userId: number): Promise<User> {
  const user = await needs.neighbours.user(userId)
  return { ...user, subscriptionTier: await revokeGrant(needs, userId, `user ${userId}`) }
}
