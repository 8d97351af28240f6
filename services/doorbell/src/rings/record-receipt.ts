import { AppError } from '#kit/app-error.ts'
import type { Caller } from '#proto/envelope.ts'
import { type AccessDeps, ringNamed, ringOfResident, ringOfVisitor, ringWithChat, sideOf } from '../core/access.ts'
import { markChatNotificationsRead } from '../notifications/notifications.ts'
import { type LiveUpdateDeps, publishActivity, publishChange } from './live-updates.ts'
import type { Rings } from './rings.ts'

export type ReceiptState = 'delivered' | 'seen' | 'hidden' | 'visible' | 'read'
export type ReceiptDeps = LiveUpdateDeps &
  AccessDeps & {
    readonly rings: Pick<Rings, 'recordReceipt' | 'setAway' | 'markRead'>
    /** Called with the seconds from the ring to the first page that received it. */
    readonly ringDelivered: (seconds: number) => void
  }

/**
 * Receipts of our pages. A resident's page reports `delivered` and `seen`. The visitor's page reports `hidden` and `visible`, while the
 * ring is live or answered ("{name}'s phone is asleep or offline"). Either page reports `read` when its chat is on a screen: read
 * messages are not replayed, and a GET must not mark them (RFC 9110, 9.2.1). The visitor gets `seen` while the ring is live. Each
 * receipt is written once; only the timeline counts devices.
 * @throws AppError not_found, visitor_blocked
 */
export async function recordReceipt(deps: ReceiptDeps, activityId: number, state: ReceiptState, caller: Caller): Promise<void> {
  if (state === 'read') {
    const ring = await ringNamed(deps, activityId)
    const side = sideOf(ring, caller)
    if (side === 'resident') await ringWithChat(deps, activityId, caller)
    if (ring.hasChat) await deps.rings.markRead(activityId, side)
    // Read marks are an account's own.
    if (side === 'resident' && caller.resident) markChatNotificationsRead(deps, ring, [caller.resident.userId])
    return
  }
  if (state === 'hidden' || state === 'visible') {
    const ring = await ringOfVisitor(deps, activityId, caller)
    if (ring.blocked) throw new AppError('visitor_blocked')
    const changed = await deps.rings.setAway(activityId, state === 'hidden', deps.clock.now())
    if (changed) publishActivity(deps, changed)
    return
  }
  const { resident } = caller
  // `delivered` and `seen` are a resident's receipts: for a visitor the ring does not exist.
  if (!resident) throw new AppError('not_found')
  await ringOfResident(deps, activityId, caller)
  const { seen, deliveredIn } = await deps.rings.recordReceipt(activityId, state, resident.session, deps.clock.now())
  if (deliveredIn !== undefined) deps.ringDelivered(deliveredIn)
  if (seen) publishChange(deps, seen)
}
