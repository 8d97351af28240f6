/** The ends nobody answered: the visitor's Cancel, and the miss (decisions 7, 9). */
import { tellMissed } from './notifications.ts'
import type { Calls, Outbox, Rings } from './ports.ts'
import { isLive, type Ring } from './ring.ts'
import { endedFrame, type TellDeps, tellEnd, tellLines, tellOutcome } from './tell.ts'

export type EndDeps = TellDeps & { readonly rings: TellDeps['rings'] & Pick<Rings, 'find' | 'cancel' | 'missDue'>; readonly outbox: Outbox }

/** @returns the cancelled ring, or undefined when another end was first */
export async function cancelLive(deps: EndDeps, ring: Ring): Promise<Ring | undefined> {
  const at = deps.clock.now()
  if (!isLive(ring, at)) return undefined
  const event = deps.outbox.row('doorbell.ended', {
    activityId: ring.id,
    ownerId: ring.ownerId,
    outcome: 'cancelled',
    at: at.toISOString(),
  })
  const cancelled = await deps.rings.cancel(ring.id, event, at)
  if (!cancelled) return undefined
  tellOutcome(deps, cancelled, endedFrame(cancelled, 'cancelled'))
  deps.outbox.soon(event)
  return cancelled
}

/** Who pressed Cancel is never put in a call: if the answer won the race, the same press ends what it began (states). */
export async function cancelRing(deps: EndDeps & { readonly calls: Calls }, ring: Ring): Promise<Ring> {
  const cancelled = await cancelLive(deps, ring)
  if (cancelled) return cancelled
  const now = (await deps.rings.find(ring.id, deps.clock.now())) ?? ring
  if (now.outcome !== 'cancelled' && now.outcome !== 'dismissed') await deps.calls.hangUp(ring.id)
  return (await deps.rings.find(ring.id, deps.clock.now())) ?? now
}

/** Rings whose 45 s are over, whichever process placed them and whatever died meanwhile. */
export async function missDue(deps: EndDeps): Promise<void> {
  const missed = await deps.rings.missDue(deps.clock.now())
  for (const { ring, event } of missed) {
    tellEnd(deps, ring, endedFrame(ring, 'missed'))
    deps.outbox.soon(event)
  }
  const rings = missed.map(({ ring }) => ring)
  if (!rings.length) return
  await tellLines(deps, rings)
  await tellMissed(deps, rings)
}
