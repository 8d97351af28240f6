/** The owner rings their own door to see that it works (record 0062). */
import { AppError } from '#kit/app-error.ts'
import { TIME } from '#proto/limits.ts'
import type { Ring } from '../core/ring.ts'
import { ringKey } from '../core/ring-key.ts'
import { type LiveUpdateDeps, publishRing } from './live-updates.ts'

export interface NotifyClient {
  /** The session of one device of an account. @throws AppError not_found, unavailable */
  sessionOf(userId: number, deviceId: string): Promise<string>
}

/** In the activity; our pages show it in their language. */
const NAME = 'Test ring'

export type TestRingRequest = {
  readonly ownerId: number
  readonly doorId: number
  readonly key: string
  readonly visitorName: string
  /** Null: for every device. */
  readonly session: string | null
  readonly at: Date
  readonly endsAt: Date
  readonly expiresAt: Date
}
export interface TestRings {
  /**
   * Committed when it returns; of two concurrent calls one places the ring.
   * @returns the new ring, or the live one of this door for the same device or devices; `unknown`: not the owner's door; `off`: it takes no
   * rings
   */
  place(request: TestRingRequest): Promise<{ readonly ring: Ring; readonly isNew: boolean } | 'unknown' | 'off'>
}
type TestRingDeps = Pick<LiveUpdateDeps, 'live' | 'clock' | 'log'> & {
  readonly testRings: TestRings
  readonly notify: NotifyClient
  readonly ringLifeMs: number
}

/**
 * The whole path of a ring: committed before this returns, published to every device or to one, answered, missed, on the timeline. It has
 * no other effects, and it is deleted a minute after its end.
 * @throws AppError not_found (no door or device of the caller's), door_inactive
 */
export async function testRing(
  deps: TestRingDeps,
  ownerId: number,
  doorId: number,
  { deviceId, ...request }: { key: string; address: string; deviceId?: string | undefined },
): Promise<Ring> {
  const session = deviceId === undefined ? null : await deps.notify.sessionOf(ownerId, deviceId)
  const at = deps.clock.now()
  const endsAt = new Date(at.getTime() + deps.ringLifeMs)
  const expiresAt = new Date(endsAt.getTime() + TIME.testRingKept)
  const key = ringKey(`test:${ownerId}:${doorId}${deviceId ? `:${deviceId}` : ''}`, request)
  const placed = await deps.testRings.place({ ownerId, doorId, key, visitorName: NAME, session, at, endsAt, expiresAt })
  if (placed === 'unknown') throw new AppError('not_found')
  if (placed === 'off') throw new AppError('door_inactive.test')
  if (placed.isNew) publishRing(deps, placed.ring, deviceId)
  return placed.ring
}
