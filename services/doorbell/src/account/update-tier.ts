import type { Tier, TierChange } from '#proto/entities.ts'
import { type NotificationDeps, notify } from '../notifications/notifications.ts'

/** The owner's row at doorbell. */
export interface Owners {
  /** @param version grows with each change of the tier; an older one is ignored @returns whether the tier changed */
  setTier(ownerId: number, tier: Tier, version: number, now: Date): Promise<boolean>
}

type TierDeps = NotificationDeps & { readonly owners: Owners; readonly isDeleted: (userId: number) => Promise<boolean> }

/** Billing reports a tier by rpc and again by event: whichever comes first changes the tier and notifies the owner. */
export async function updateTier(deps: TierDeps, { eventId, userId, tier, version }: TierChange): Promise<void> {
  if (await deps.isDeleted(userId)) return
  if (!(await deps.owners.setTier(userId, tier, version, deps.clock.now()))) return
  await notify(deps, 'system', { ownerId: userId, key: eventId, kind: 'plan', params: { tier } })
}
