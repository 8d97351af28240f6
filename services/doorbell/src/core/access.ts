/**
 * Who may access a ring. A ring that the caller may not access gets the same `not_found` as a missing one (docs/product/decisions.md, 34).
 */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { residentOf } from '#kit/handlers.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { dayOf, startOfDay } from './calendar.ts'
import type { Side } from './chat.ts'
import { accountsOf, isLive, memberOf, type Ring } from './ring.ts'

export type AccessDeps = {
  /** @returns undefined also for an expired ring */
  readonly rings: { find(id: number, now: Date): Promise<Ring | undefined> }
  /** The resident's time zone, from the preferences at that moment. */
  readonly timeZoneOf: (ownerId: number, at: Date) => Promise<string>
  readonly clock: Clock
}
type FindDeps = Pick<AccessDeps, 'rings' | 'clock'>
type WallDeps = Pick<AccessDeps, 'timeZoneOf' | 'clock'>

/** A ring and its call stay accessible across midnight. */
const WALL_SEES_MS = 3_600_000

export const holdsRing = (caller: Caller, activityId: number) => caller.visits.some((visit) => visit.activityId === activityId)

/** @throws AppError not_found */
export async function ringNamed({ rings, clock }: FindDeps, id: number): Promise<Ring> {
  const ring = await rings.find(id, clock.now())
  if (!ring) throw new AppError('not_found')
  return ring
}

/** The time since which a wall display shows rings: those of today in its resident's time zone, and of the last hour (record 0066). */
export async function wallSince({ timeZoneOf, clock }: WallDeps, ownerId: number): Promise<Date> {
  const now = clock.now()
  const timeZone = await timeZoneOf(ownerId, now)
  return new Date(Math.min(startOfDay(dayOf(now, timeZone), timeZone).getTime(), now.getTime() - WALL_SEES_MS))
}

/**
 * Members of the household have its rings as well (record 0084), on their own devices.
 * @returns false also for a wall display and a ring of an earlier day, or of another household
 */
export async function isRingOf(deps: WallDeps, ring: Ring, resident: ResidentIdentity): Promise<boolean> {
  if (ring.ownerId !== resident.userId) return !resident.wall && memberOf(ring, resident.userId) !== undefined
  return !resident.wall || ring.timestamp >= (await wallSince(deps, ring.ownerId))
}

/** @throws AppError not_found */
export async function ringOfResident(deps: AccessDeps, id: number, caller: Caller): Promise<Ring> {
  const resident = residentOf(caller)
  const ring = await ringNamed(deps, id)
  if (!(await isRingOf(deps, ring, resident))) throw new AppError('not_found')
  return ring
}

/**
 * For what changes a door, and not one visit: its owner's alone.
 * @throws AppError not_found, also for a member
 */
export async function ringOfOwner(deps: AccessDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = await ringOfResident(deps, id, caller)
  if (ring.ownerId !== residentOf(caller).userId) throw new AppError('not_found')
  return ring
}

/**
 * A wall display may read the chat of a live ring, and of one that it answered itself.
 * @throws AppError not_found, wall_session
 */
export async function ringWithChat(deps: AccessDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = await ringOfResident(deps, id, caller)
  const { wall, session } = residentOf(caller)
  if (wall && !isLive(ring, deps.clock.now()) && ring.answeredSession !== session) throw new AppError('wall_session')
  return ring
}

/** @throws AppError not_found, also for a ring that its visitor has erased */
export async function ringOfVisitor(deps: FindDeps, id: number, caller: Caller): Promise<Ring> {
  const ring = holdsRing(caller, id) ? await ringNamed(deps, id) : undefined
  if (!ring || ring.erasedAt) throw new AppError('not_found')
  return ring
}

/**
 * The side of a caller. A browser may be both (owners try the product in one browser): who has the door counts as its resident.
 * @throws AppError not_found
 */
export function sideOf(ring: Ring, caller: Caller): Side {
  if (caller.resident && accountsOf(ring).includes(caller.resident.userId)) return 'resident'
  if (holdsRing(caller, ring.id) && !ring.erasedAt) return 'visitor'
  throw new AppError('not_found')
}
