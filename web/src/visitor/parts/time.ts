/** Formats times for the visitor, in the browser's time zone. */
import { writeClock, writeDay, writeSeconds } from '../../core/texts/en-time.ts'

/** "10:42 AM" */
export const clockTime = (at: number | string) => writeClock(new Date(at))
/** "10:42:03" */
export const exactTime = (at: number | string) => writeSeconds(new Date(at))
/** "Saturday, November 21" */
export const dayName = (at: number) => writeDay(at)

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
