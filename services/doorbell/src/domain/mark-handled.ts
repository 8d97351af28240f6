import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { ringOfResident } from './access.ts'
import { type AnswerDeps, answerRing } from './answer-ring.ts'
import { ringSettled } from './notifications.ts'
import type { Rings } from './ports.ts'
import { isLive, type Ring } from './ring.ts'
import { tellChange, tellOwner } from './tell.ts'

export type MarkDeps = AnswerDeps & { readonly rings: AnswerDeps['rings'] & Pick<Rings, 'markHandled' | 'setKept'> }

/** Mark as Handled: on a live ring a dismissal, else `isHandled` goes one way and the outcome stays (decision 9). Repeated, it changes nothing. */
export async function markHandled(deps: MarkDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = await ringOfResident(deps, id, caller)
  if (ring.isHandled) return ring
  if (isLive(ring, deps.clock.now())) {
    const dismissed = await dismissIfLive(deps, id, caller)
    if (dismissed) return dismissed
  }
  const marked = await deps.rings.markHandled(id, deps.clock.now())
  if (marked) {
    tellOwner(deps, marked)
    ringSettled(deps, marked)
  }
  return marked ?? ringOfResident(deps, id, caller)
}

/** @returns undefined when the ring ended in the same moment: then it is only marked */
export async function dismissIfLive(deps: AnswerDeps, id: number, caller: Caller): Promise<Ring | undefined> {
  try {
    return (await answerRing(deps, id, 'dismiss', caller)).ring
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'ring_over' || error.code === 'answered_elsewhere')) return undefined
    throw error
  }
}

/** While the resident keeps a visit, its visitor cannot erase it; it is deleted on its day all the same. @throws Refusal not_found */
export async function keepVisit(deps: MarkDeps, id: number, keep: boolean, caller: Caller): Promise<Ring> {
  const ring = await ringOfResident(deps, id, caller)
  const changed = await deps.rings.setKept(id, keep)
  if (changed) tellChange(deps, changed)
  return changed ?? ring
}
