/** The day as a line. */
import type { Activity } from '#proto/entities.ts'
import { dayOf, minuteOfDay } from '../../core/zone.ts'

/** Where in the resident's day an instant lies, 0 to 1. */
export const dayShare = (at: Date): number => minuteOfDay(at) / 1440

/** The rings of today, the first one first. */
export function ringsOfDay(
  activities: readonly Activity[],
  now: Date,
): readonly { readonly id: number; readonly share: number; readonly missed: boolean }[] {
  const today = dayOf(now)
  return activities
    .filter((activity) => activity.activityType === 'doorbell_ring' && dayOf(new Date(activity.timestamp)) === today)
    .map((activity) => ({ id: activity.id, share: dayShare(new Date(activity.timestamp)), missed: activity.outcome === 'missed' }))
    .reverse()
}
