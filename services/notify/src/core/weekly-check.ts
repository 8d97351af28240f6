/** A device's weekly check: when it is due (in the daytime of the resident's time zone), and whether it may be sent. */
import { DAY_MS } from '#proto/durations.ts'
import { isPhone } from './is-phone.ts'
import type { PushPreferences } from './ports.ts'

/** The reference of its pushes: of the kind `system`, which copies of the release before can claim. */
export const WEEKLY_CHECK = 'weekly-check'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * DAY_MS
const DAY_BEGINS_MS = 10 * HOUR_MS
const DAY_ENDS_MS = 20 * HOUR_MS
/** For residents without a known time zone. */
const NO_TIME_ZONE = 'UTC'

/** Milliseconds since midnight on the resident's clock. */
function timeOfDay(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return (part.hour ?? 0) * HOUR_MS + (part.minute ?? 0) * 60_000 + (part.second ?? 0) * 1_000 + at.getMilliseconds()
}

/** The moment itself between 10:00 and 20:00, else the next 10:00; if the clock is set back in that night, an hour later. */
export function inDaytime(at: Date, timeZone = NO_TIME_ZONE): Date {
  const time = timeOfDay(at, timeZone)
  if (time >= DAY_BEGINS_MS && time < DAY_ENDS_MS) return at
  const wait = time < DAY_BEGINS_MS ? DAY_BEGINS_MS - time : DAY_MS - time + DAY_BEGINS_MS
  const next = new Date(at.getTime() + wait)
  // The clock was set back in between: it is 9:00.
  return timeOfDay(next, timeZone) < DAY_BEGINS_MS ? new Date(next.getTime() + HOUR_MS) : next
}

/**
 * When a check is tried again after quiet hours: in the daytime, or at their end where they cover the daytime, as
 * for a resident who sleeps by day.
 * @param due when it was due, within the quiet hours @param until their end
 */
export function afterQuietHours(due: Date, until: Date, timeZone?: string): Date {
  const daytime = inDaytime(until, timeZone)
  const isQuietThen = (daytime.getTime() - due.getTime()) % DAY_MS < until.getTime() - due.getTime()
  return isQuietThen ? until : daytime
}

/** Whether a check is sent outside the daytime: it was put off to the end of quiet hours, which has just come. */
export const isPutOff = (due: Date, now: Date, timeZone?: string): boolean =>
  inDaytime(due, timeZone) > due && now.getTime() - due.getTime() < HOUR_MS

/** A week after the one before. */
export const nextCheck = (before: Date, timeZone?: string): Date => inDaytime(new Date(before.getTime() + WEEK_MS), timeZone)

/** How long a check may wait at the push service for its device: some hours, and hardly longer than the day. */
export function checkLife(now: Date, timeZone = NO_TIME_ZONE): number {
  const left = DAY_ENDS_MS - timeOfDay(now, timeZone)
  return Math.min(4 * HOUR_MS, Math.max(HOUR_MS, left))
}

/** Whether a ring would be pushed now to a device of this platform. */
export const wouldRing = ({ quiet, push, rings, toPhones }: PushPreferences, platform: string): boolean =>
  quiet === null && push && rings && (toPhones || !isPhone(platform))
