/** How a ring ends without an answer: the visitor's Cancel, and the miss (docs/product/decisions.md, 7, 9). */

import type { Outbox } from '#kit/outbox.ts'
import { isLive, type Ring } from '../core/ring.ts'
import { missedFor, type NotificationDeps, notifyMissed } from '../notifications/notifications.ts'
import { endedFrame, type LiveUpdateDeps, publishEnd, publishOutcome, publishQueuePositions } from './live-updates.ts'
import type { Rings } from './rings.ts'

export interface SignalingClient {
  /** Never throws: if signaling does not answer there is no call, and Cancel must not fail for it. @returns whether a call was on */
  hangUp(activityId: number): Promise<boolean>
}

export type EndDeps = LiveUpdateDeps & {
  readonly rings: Pick<Rings, 'find' | 'cancel'>
  readonly outbox: Outbox
}

/** @returns the cancelled ring, or undefined when another outcome was first */
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
  publishOutcome(deps, cancelled, endedFrame(cancelled, 'cancelled'))
  deps.outbox.soon(event)
  return cancelled
}

/** A visitor who pressed Cancel is never connected: if the answer won the race, Cancel ends that call (docs/product/states.md). */
export async function cancelRing(deps: EndDeps & { readonly signaling: SignalingClient }, ring: Ring): Promise<Ring> {
  const cancelled = await cancelLive(deps, ring)
  if (cancelled) return cancelled
  const now = (await deps.rings.find(ring.id, deps.clock.now())) ?? ring
  if (now.outcome !== 'cancelled' && now.outcome !== 'dismissed') await deps.signaling.hangUp(ring.id)
  return (await deps.rings.find(ring.id, deps.clock.now())) ?? now
}

/** Ends rings whose time has run out, whichever process placed them. */
export async function missDue(
  deps: LiveUpdateDeps & Pick<NotificationDeps, 'preferences'> & { readonly rings: Pick<Rings, 'missDue'>; readonly outbox: Outbox },
): Promise<void> {
  const missed = await deps.rings.missDue(deps.clock.now())
  for (const { ring, event } of missed) {
    publishEnd(deps, ring, endedFrame(ring, 'missed'))
    if (!ring.test) deps.outbox.soon(event)
  }
  const rings = missed.map(({ ring }) => ring).filter(({ test }) => !test)
  if (!rings.length) return
  await publishQueuePositions(deps, rings)
  await notifyMissed(deps, rings.flatMap(missedFor))
}
