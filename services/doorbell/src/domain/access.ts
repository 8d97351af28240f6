/** Who may access a ring. A ring that the caller may not access is the same `not_found` as a missing one (decision 34). */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { residentOf } from '#kit/handlers.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Side } from './chat.ts'
import type { Rings } from './ports.ts'
import type { Ring } from './ring.ts'

export type AccessDeps = { readonly rings: Pick<Rings, 'find'>; readonly clock: Clock }

export const holdsRing = (caller: Caller, activityId: number) => caller.visits.some((visit) => visit.activityId === activityId)

/** @throws AppError not_found */
export async function ringNamed({ rings, clock }: AccessDeps, id: number): Promise<Ring> {
  const ring = await rings.find(id, clock.now())
  if (!ring) throw new AppError('not_found')
  return ring
}

/** @throws AppError not_found */
export async function ringOfResident(deps: AccessDeps, id: number, caller: Caller): Promise<Ring> {
  const { userId } = residentOf(caller)
  const ring = await ringNamed(deps, id)
  if (ring.ownerId !== userId) throw new AppError('not_found')
  return ring
}

/** @throws AppError not_found, also for a ring that its visitor has erased */
export async function ringOfVisitor(deps: AccessDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = holdsRing(caller, id) ? await ringNamed(deps, id) : undefined
  if (!ring || ring.erasedAt) throw new AppError('not_found')
  return ring
}

/**
 * The side a caller is on. A browser may be both (owners try the product in one browser): the owner of the door counts as its resident.
 * @throws AppError not_found
 */
export function sideOf(ring: Ring, caller: Caller): Side {
  if (caller.resident?.userId === ring.ownerId) return 'resident'
  if (holdsRing(caller, ring.id) && !ring.erasedAt) return 'visitor'
  throw new AppError('not_found')
}
