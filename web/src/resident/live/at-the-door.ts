/** Whether the visitor of an activity may still be at the door. */
import type { Activity } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'

/** @returns false after ten minutes, or once the ring was missed, ignored or cancelled: the server stores no presence of these */
export function isAtTheDoor({ outcome, timestamp }: Pick<Activity, 'outcome' | 'timestamp'>, serverNow: number): boolean {
  const isOver = outcome !== null && !outcome.startsWith('answered_')
  return !isOver && serverNow - Date.parse(timestamp) < TIME.lateCallWithin
}
