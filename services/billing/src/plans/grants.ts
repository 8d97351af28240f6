import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Tier, TierChange, User } from '#proto/entities.ts'
import type { AuthClient, DoorbellClient, LiveUpdates } from '../core/ports.ts'
import type { PlanChange, Plans, TierEvent } from './plans.ts'

export type GrantDeps = {
  readonly clock: Clock
  readonly log: Log
  readonly plans: Plans
  readonly outbox: Outbox
  readonly auth: AuthClient
  readonly doorbell: DoorbellClient
  readonly live: LiveUpdates
}

export const tierEventFor =
  (deps: GrantDeps, userId: number): TierEvent =>
  (tier, version) =>
    deps.outbox.row('billing.subscription_changed', { userId, tier, version })

/** After the commit: the event, then the copies at other services, then the frames to open pages, which read those copies. */
export async function publishTier(deps: GrantDeps, userId: number, { event, tier, version }: PlanChange): Promise<void> {
  if (!event) return
  deps.outbox.soon(event)
  await updateCopies(deps, { eventId: event.id, userId, tier, version })
  deps.live.tierChanged(userId, tier)
}

/** The new tier can be read at auth and doorbell once the change is answered; a service that is down gets it by the event. */
async function updateCopies(deps: GrantDeps, change: TierChange): Promise<void> {
  const services = ['auth', 'doorbell'] as const
  const results = await Promise.allSettled(services.map((service) => deps[service].keepTier(change)))
  for (const [index, result] of results.entries())
    if (result.status === 'rejected')
      deps.log.warn({ service: services[index], userId: change.userId }, 'tier copy not updated, event follows')
}

/**
 * The operator grants Premium; granting twice keeps the first grant (docs/product/decisions.md, 21). @throws AppError not_found for an
 * unknown user
 */
export async function grant(deps: GrantDeps, userId: number, by: string): Promise<{ tier: Tier; grantedAt: Date }> {
  await deps.auth.user(userId)
  const now = deps.clock.now()
  const changed = await deps.plans.grant(userId, by, now, tierEventFor(deps, userId))
  await publishTier(deps, userId, changed)
  return { tier: changed.tier, grantedAt: changed.grantedAt ?? now }
}

/** A resident without a payment takes the free plan. @returns the user as changed */
export async function endOwnGrant(deps: GrantDeps, user: User): Promise<User> {
  return { ...user, subscriptionTier: await revokeGrant(deps, user.id, `user ${user.id}`) }
}

/** Ends a grant and never changes a Stripe subscription: an account with a paid plan stays premium (docs/product/decisions.md, 22). */
export async function revokeGrant(deps: GrantDeps, userId: number, by: string): Promise<Tier> {
  const changed = await deps.plans.endGrant(userId, by, deps.clock.now(), tierEventFor(deps, userId))
  await publishTier(deps, userId, changed)
  return changed.tier
}
