/** Places today's rings on a timeline. */
import type { Activity } from '#proto/entities.ts'
import { dayOf, minuteOfDay } from '../../core/zone.ts'
import { isCalledBack } from '../../ui/activity-texts.ts'

/** The instant's position in the resident's day, 0 to 1. */
export const dayShare = (at: Date): number => minuteOfDay(at) / 1440

type DayRing = { readonly id: number; readonly share: number; readonly missed: boolean }

/** Today's rings, oldest first. One with a later call back does not count as missed. */
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

/** One dot on the line: a ring, or several that are too close to tell apart. `missed`: at least one of them was. */
type Dot = { readonly id: number; readonly share: number; readonly count: number; readonly missed: boolean }

const join = (a: Dot, b: Dot): Dot => ({
  id: a.id,
  share: (a.share * a.count + b.share * b.count) / (a.count + b.count),
  count: a.count + b.count,
  missed: a.missed || b.missed,
})

/** @param least the minimum distance of two dots, as a fraction of the day */
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
