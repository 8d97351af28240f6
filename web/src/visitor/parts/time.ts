/** Formats times for the visitor, in the browser's time zone: call these only in a hydrated page (use-hydrated.ts). */
import { formats } from '../../core/texts/en-formats.ts'

function formatter(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const format = new Intl.DateTimeFormat(formats.locale, options)
  // Some engines put a narrow no-break space before AM; the specification's format has a plain one.
  return (at) => format.format(at).replace(/\u202f/g, ' ')
}

const clock = formatter(formats.clock)
const seconds = formatter(formats.seconds)
const day = formatter(formats.day)
const date = formatter(formats.date)

/** "10:42 AM" */
export const localClockTime = (at: number | string) => clock(new Date(at))
/** "10:42:03" */
export const exactTime = (at: number | string) => seconds(new Date(at)).replace(/\s[AP]M$/, '')
/** "Nov 21, 2026" */
export const localDate = (at: string) => date(new Date(at))
/** "Saturday, November 21" */
export const dayName = (at: number) => day(new Date(at))

/** @param ms milliseconds @returns "0:31" */
export function countdown(ms: number): string {
  const whole = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** @param ms milliseconds @returns "01:24" */
export function callTime(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000))
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
