/** Calendar days in a time zone, as moments (docs/product/decisions.md, 29: the resident's time zone). */
import { BoundedCache } from '#kit/bounded-cache.ts'
import { DAY_MS } from '#proto/durations.ts'

const MINUTE = 60_000
/** No time zone was ever further from UTC. */
const FARTHEST = 27 * 60 * MINUTE

/** A format takes some 26 kB outside the heap. A zone's name may have any mixture of cases: all spellings share one format. */
const FORMATS_MAX = 100
const dayFormats = new BoundedCache<Intl.DateTimeFormat>(FORMATS_MAX)
const timeFormats = new BoundedCache<Intl.DateTimeFormat>(FORMATS_MAX)

const dayFormat = (timeZone: string) =>
  dayFormats.get(
    timeZone.toLowerCase(),
    () => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  )
const timeFormat = (timeZone: string) =>
  timeFormats.get(
    timeZone.toLowerCase(),
    () => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
  )

/** @returns YYYY-MM-DD */
export const dayOf = (moment: Date, timeZone: string): string => dayFormat(timeZone).format(moment)

/**
 * The first moment of a day. Where the clock skips midnight (as in Cairo or Beirut), the day begins after the jump; where midnight
 * occurs twice, it begins with the first.
 * @param day YYYY-MM-DD
 */
export function startOfDay(day: string, timeZone: string): Date {
  const guess = Date.parse(`${day}T00:00:00Z`)
  let before = guess - FARTHEST
  let after = guess + FARTHEST
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE
    if (dayOf(new Date(middle), timeZone) < day) before = middle
    else after = middle
  }
  return new Date(after)
}

/** @param day YYYY-MM-DD @returns the day so many days later, whatever clock changes lie between */
export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

/** @returns the first moment of the day after */
export const endOfDay = (day: string, timeZone: string): Date => startOfDay(shiftDay(day, 1), timeZone)

/** @returns YYYY-MM-DD HH:mm:ss in that zone, the form that spreadsheets parse */
export function wallClock(moment: Date, timeZone: string): string {
  return `${dayOf(moment, timeZone)} ${timeFormat(timeZone).format(moment)}`
}
