/** Who may touch a ring. What is not yours is the same `not_found` as what is not there (decision 34). */
import { Refusal } from '#kit/refusal.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { Side } from './chat.ts'
import type { Clock, Rings } from './ports.ts'
import type { Ring } from './ring.ts'

export type AccessDeps = { readonly rings: Pick<Rings, 'find'>; readonly clock: Clock }

/** @throws Refusal unauthenticated: the gateway lets nobody else here, so this is a broken caller */
export function residentOf(caller: Caller): ResidentIdentity {
  if (!caller.resident) throw new Refusal('unauthenticated')
  return caller.resident
}

export const holdsVisit = (caller: Caller, activityId: number) => caller.visits.some((visit) => visit.activityId === activityId)

/** @throws Refusal not_found */
export async function ringNamed({ rings, clock }: AccessDeps, id: number): Promise<Ring> {
  const ring = await rings.find(id, clock.now())
  if (!ring) throw new Refusal('not_found')
  return ring
}

/** @throws Refusal not_found */
export async function ringOfResident(deps: AccessDeps, id: number, caller: Caller): Promise<Ring> {
  const { userId } = residentOf(caller)
  const ring = await ringNamed(deps, id)
  if (ring.ownerId !== userId) throw new Refusal('not_found')
  return ring
}

/** @throws Refusal not_found, also for what its visitor has erased */
export async function ringOfVisitor(deps: AccessDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = holdsVisit(caller, id) ? await ringNamed(deps, id) : undefined
  if (!ring || ring.erasedAt) throw new Refusal('not_found')
  return ring
}

/**
 * The side a caller is on. A browser may be both (everyone tries it in one browser first): the owner of the door is its resident.
 * @throws Refusal not_found
 */
export function sideOf(ring: Ring, caller: Caller): Side {
  if (caller.resident?.userId === ring.ownerId) return 'resident'
  if (holdsVisit(caller, ring.id) && !ring.erasedAt) return 'visitor'
  throw new Refusal('not_found')
}
