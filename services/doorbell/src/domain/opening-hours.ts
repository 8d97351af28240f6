/** Whether a building is open now, in the door's time zone (decision 31). */
import type { Building, OpeningHours, OpenSpan } from '#proto/doors.ts'
import { WEEKDAYS } from '#proto/limits.ts'
import { spansOf } from '#proto/opening-hours.ts'

/** @returns null where no hours were entered */
export function isOpen({ hours, timeZone }: Pick<Building, 'hours' | 'timeZone'>, now: Date): boolean | null {
  if (!hours) return null
  const { day, time } = localTime(timeZone, now)
  const before = WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7] ?? day
  const isNow = ({ opens, closes }: OpenSpan) => opens <= time && (closes < opens || time < closes)
  const isStill = ({ opens, closes }: OpenSpan) => closes < opens && time < closes
  return spansOf(hours[day]).some(isNow) || spansOf(hours[before]).some(isStill)
}

/** @returns "HH:MM" from 00:00 to 23:59, which compares as text */
function localTime(timeZone: string, now: Date): { day: keyof OpeningHours; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const found = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]))
  const day = WEEKDAYS.find((name) => name === found.weekday?.toLowerCase()) ?? 'mon'
  return { day, time: `${found.hour}:${found.minute}` }
}
