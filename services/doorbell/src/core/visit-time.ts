/** Converts a date and a time of a door's time zone to a moment. */
import { BoundedCache } from '#kit/bounded-cache.ts'
import { DAY_MS } from '#proto/durations.ts'

/** As in calendar.ts: a format is expensive, and a zone's spellings share one. */
const formats = new BoundedCache<Intl.DateTimeFormat>(100)
const OPTIONS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
} as const

function offsetAt(moment: number, timeZone: string): number {
  const format = formats.get(timeZone.toLowerCase(), () => new Intl.DateTimeFormat('en-US', { timeZone, ...OPTIONS }))
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute) - Math.floor(moment / 60_000) * 60_000
}

/**
 * A time that the clock skips becomes the moment an hour later; a time that occurs twice becomes the first.
 * @param date YYYY-MM-DD
 * @param time HH:MM
 */
export function momentOf(date: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const before = offsetAt(wall - DAY_MS, timeZone)
  const candidate = wall - before
  if (offsetAt(candidate, timeZone) === before) return new Date(candidate)
  const after = wall - offsetAt(wall + DAY_MS, timeZone)
  return new Date(offsetAt(after, timeZone) === wall - after ? after : candidate)
}
