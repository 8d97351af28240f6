import type { Tier, TierChange } from '#proto/entities.ts'
import { type NoticeDeps, notify } from './notifications.ts'
import type { Owners } from './ports.ts'

const PLANS: Record<Tier, string> = { free: 'You are on the Free plan.', premium: 'You are on the Premium plan.' }

export type TierDeps = NoticeDeps & { readonly owners: Owners }

/** Billing's word, by its call and again by its event: whichever comes first changes the tier and says so. */
export async function keepTier(deps: TierDeps, { eventId, userId, tier, version }: TierChange): Promise<void> {
  if (!(await deps.owners.setTier(userId, tier, version, deps.clock.now()))) return
  const notice = { kind: 'plan', name: tier, title: 'Your plan has changed', message: PLANS[tier] } as const
  await notify(deps, 'system', { ownerId: userId, key: eventId, ...notice })
}
