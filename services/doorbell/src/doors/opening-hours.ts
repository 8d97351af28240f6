/** Whether a building is open now, in the door's time zone (docs/product/decisions.md, 31). */
import type { Building, OpeningHours, OpenSpan } from '#proto/doors.ts'
import { WEEKDAYS } from '#proto/limits.ts'
import { spansOf } from '#proto/opening-hours.ts'
import { dayOf, shiftDay } from '../core/calendar.ts'
import { momentOf } from '../core/visit-time.ts'

/** @returns null where no hours were entered */
export function isOpen({ hours, timeZone }: Pick<Building, 'hours' | 'timeZone'>, now: Date): boolean | null {
  if (!hours) return null
  const today = dayOf(now, timeZone)
  const isWithin = (day: string) => spansOf(hours[weekdayOf(day)]).some((span) => holds(span, day, timeZone, now))
  return isWithin(shiftDay(today, -1)) || isWithin(today)
}

/** Compares moments, as quiet hours do: in the night when the clocks go back, 02:00 to 03:00 occurs twice. */
function holds({ opens, closes }: OpenSpan, day: string, timeZone: string, now: Date): boolean {
  const lastDay = closes < opens ? shiftDay(day, 1) : day
  return momentOf(day, opens, timeZone) <= now && now < momentOf(lastDay, closes, timeZone)
}

const weekdayOf = (day: string): keyof OpeningHours => WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'mon'
