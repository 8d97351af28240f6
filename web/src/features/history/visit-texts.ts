/** The texts of a visit in the history. */
import { DAY_MS } from '#proto/durations.ts'
import type { Activity } from '#proto/entities.ts'
import { dayOf, daysBefore } from '../../core/zone.ts'
import { historyTexts } from './en-history.ts'

const t = historyTexts

/** Calendar days until retention deletes it, as the visitor's page counts them; 0 is today. */
export const daysLeft = (activity: Activity, now: Date): number =>
  (Date.parse(dayOf(new Date(activity.expiresAt))) - Date.parse(dayOf(now))) / DAY_MS

/** Seconds between the ring and its answer. */
export const answeredAfter = (activity: Activity): number =>
  activity.answeredAt ? Math.max(0, Math.round((Date.parse(activity.answeredAt) - Date.parse(activity.timestamp)) / 1000)) : 0

export type DayOfVisits = { readonly key: string; readonly title: string; readonly visits: readonly Activity[] }

/** Groups activities by calendar day, in their given order. */
export function byDay(activities: readonly Activity[], now: Date): readonly DayOfVisits[] {
  const today = dayOf(now)
  const yesterday = daysBefore(today, 1)
  const days = new Map<string, Activity[]>()
  for (const activity of activities) {
    const key = dayOf(new Date(activity.timestamp))
    days.set(key, [...(days.get(key) ?? []), activity])
  }
  return [...days].map(([key, visits]) => ({
    key,
    visits,
    title: key === today ? t.today : key === yesterday ? t.yesterday : t.day(new Date(visits[0]?.timestamp ?? now)),
  }))
}
