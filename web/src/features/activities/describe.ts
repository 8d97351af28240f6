/** The day as a line. */
import type { Activity } from '#proto/entities.ts'
import { dayOf, minuteOfDay } from '../../core/zone.ts'
import { isCalledBack } from '../../ui/activity-words.ts'

/** Where in the resident's day an instant lies, 0 to 1. */
export const dayShare = (at: Date): number => minuteOfDay(at) / 1440

type DayRing = { readonly id: number; readonly share: number; readonly missed: boolean }

/** The rings of today, the first one first. Missed is what was not talked about afterwards either. */
export function ringsOfDay(activities: readonly Activity[], now: Date): readonly DayRing[] {
  const today = dayOf(now)
  return activities
    .filter((activity) => activity.activityType === 'doorbell_ring' && dayOf(new Date(activity.timestamp)) === today)
    .map((activity) => ({
      id: activity.id,
      share: dayShare(new Date(activity.timestamp)),
      missed: activity.outcome === 'missed' && !isCalledBack(activity),
    }))
    .reverse()
}

/** One dot on the line: a ring, or several that stand too near each other to be told apart. `missed`: at least one of them was. */
type Dot = { readonly id: number; readonly share: number; readonly count: number; readonly missed: boolean }

const join = (a: Dot, b: Dot): Dot => ({
  id: a.id,
  share: (a.share * a.count + b.share * b.count) / (a.count + b.count),
  count: a.count + b.count,
  missed: a.missed || b.missed,
})

/** @param least the least distance of two dots, as a share of the day */
export function dotsOf(rings: readonly DayRing[], least: number): readonly Dot[] {
  const dots: Dot[] = rings.map((ring) => ({ ...ring, count: 1 }))
  for (;;) {
    const gaps = dots.slice(1).map((dot, index) => dot.share - (dots[index]?.share ?? 0))
    const at = gaps.indexOf(Math.min(...gaps))
    const [left, right] = [dots[at], dots[at + 1]]
    if (!left || !right || (gaps[at] ?? least) >= least) return dots
    dots.splice(at, 2, join(left, right))
  }
}
