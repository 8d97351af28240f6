/** Deletes files and rows that nothing refers to any more: remains of crashes, and rows that no page needs. */
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#proto/durations.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'

/** A file is written before its row; an upload takes less than a day. */
const ORPHAN_AFTER_MS = DAY_MS
/** The longest time that a door's rings are stored, and a day. */
const REMOVED_DOOR_AFTER_MS = (RETENTION_DAYS.premium + 1) * DAY_MS
/** Until then the page of an expired link says that it has expired. */
const EXPIRED_INVITE_AFTER_MS = RETENTION_DAYS.premium * DAY_MS

/** Each deletes what is older than `before`. */
export type Cleanups = {
  /** Files that no row refers to. */
  sweepPhotos(before: Date): Promise<unknown>
  sweepSounds(before: Date): Promise<unknown>
  sweepRecordings(before: Date): Promise<unknown>
  deleteRemovedDoors(before: Date): Promise<unknown>
  deleteExpiredInvites(before: Date): Promise<unknown>
  deleteExpiredInvitations(before: Date): Promise<unknown>
}

export async function cleanUp(cleanups: Cleanups, clock: Clock): Promise<void> {
  await cleanups.sweepPhotos(clock.in(-ORPHAN_AFTER_MS))
  await cleanups.sweepSounds(clock.in(-ORPHAN_AFTER_MS))
  await cleanups.sweepRecordings(clock.in(-ORPHAN_AFTER_MS))
  await cleanups.deleteRemovedDoors(clock.in(-REMOVED_DOOR_AFTER_MS))
  await cleanups.deleteExpiredInvites(clock.in(-EXPIRED_INVITE_AFTER_MS))
  await cleanups.deleteExpiredInvitations(clock.now())
}
