import { AppError } from '#kit/app-error.ts'
import { residentOf } from '#kit/handlers.ts'
import type { Caller } from '#proto/envelope.ts'
import { ringOfOwner, ringOfResident } from '../core/access.ts'
import { isLive, type Ring } from '../core/ring.ts'
import { settleRingNotification } from '../notifications/notifications.ts'
import { type AnswerDeps, answerRing } from './answer-ring.ts'
import { publishActivity } from './live-updates.ts'
import type { Rings } from './rings.ts'

type HandleDeps = AnswerDeps & { readonly rings: Pick<Rings, 'markHandled' | 'setKept' | 'silence'> }

/**
 * Mark as Handled dismisses a live ring; otherwise it sets `isHandled` permanently and keeps the outcome (docs/product/decisions.md, 9).
 * Idempotent.
 */
export async function markHandled(deps: HandleDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = await ringOfResident(deps, id, caller)
  if (ring.isHandled) return ring
  if (isLive(ring, deps.clock.now())) {
    const dismissed = await dismissIfLive(deps, id, caller)
    if (dismissed) return dismissed
  }
  const marked = await deps.rings.markHandled(id, deps.clock.now())
  if (marked) {
    publishActivity(deps, marked)
    settleRingNotification(deps, marked)
  }
  return marked ?? ringOfResident(deps, id, caller)
}

/** @returns undefined when the ring ended first: the caller then only marks it */
export async function dismissIfLive(deps: AnswerDeps, id: number, caller: Caller): Promise<Ring | undefined> {
  try {
    return (await answerRing(deps, id, 'dismiss', caller)).ring
  } catch (error) {
    if (error instanceof AppError && (error.code === 'ring_over' || error.code === 'answered_elsewhere')) return undefined
    throw error
  }
}

/**
 * While the resident keeps a ring, its visitor cannot erase it, and gets that error. Retention still deletes it.
 * @throws AppError not_found
 */
export async function keepRing(deps: HandleDeps, id: number, keep: boolean, caller: Caller): Promise<Ring> {
  const ring = await ringOfOwner(deps, id, caller)
  // A test ring cannot be kept.
  const changed = ring.test ? undefined : await deps.rings.setKept(id, keep)
  if (changed) publishActivity(deps, changed)
  return changed ?? ring
}

/**
 * "Not me": a live ring rings no more for the caller's account. It writes no outcome, and its visitor cannot notice.
 * @throws AppError not_found
 */
export async function silenceRing(deps: HandleDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = await ringOfResident(deps, id, caller)
  const changed = await deps.rings.silence(id, residentOf(caller).userId, deps.clock.now())
  if (changed) publishActivity(deps, changed)
  return changed ?? ring
}
