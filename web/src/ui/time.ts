/** Formats times for the resident, in the resident's zone (docs/product/specification.md, 2: activity time, chat `h:mm a`, mm:ss). */

import { sharedTexts } from '../core/texts/en-shared.ts'
import { writeClock, writeDate } from '../core/texts/en-time.ts'
import { dayOf, daysBefore } from '../core/zone.ts'

const parsed = (iso: string | null | undefined): Date | undefined => {
  const at = iso ? new Date(iso) : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

/** `h:mm a`, "10:42 AM". */
export function clockTime(iso: string): string {
  const at = parsed(iso)
  return at ? writeClock(at) : sharedTexts.time.unknownTime
}

/** `MMM d, yyyy`. */
export function calendarDate(iso: string): string {
  const at = parsed(iso)
  return at ? writeDate(at) : sharedTexts.time.unknownTime
}

/** "Today, {time}", "Yesterday, {time}", otherwise "MMM d, yyyy, {time}"; invalid: "Unknown time". */
export function activityTime(iso: string | null | undefined, now: Date): string {
  const at = parsed(iso)
  if (!at) return sharedTexts.time.unknownTime
  const time = writeClock(at)
  const [day, today] = [dayOf(at), dayOf(now)]
  if (day === today) return sharedTexts.time.today(time)
  if (day === daysBefore(today, 1)) return sharedTexts.time.yesterday(time)
  return `${writeDate(at)}, ${time}`
}

const MINUTE = 60_000
const DAYS_BY_NAME = 7

/** "N minutes ago", the same day hours, under 7 days weekday and time, older "MMM d, yyyy at h:mm a" (docs/product/specification.md, 5). */
export function relativeTime(iso: string, now: Date): string {
  const t = sharedTexts.time.ago
  const at = parsed(iso)
  if (!at) return sharedTexts.time.unknownTime
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE)
  if (minutes < 1) return t.now
  if (minutes < 60) return t.minutes(minutes)
  const [day, today] = [dayOf(at), dayOf(now)]
  if (day === today) return t.hours(Math.floor(minutes / 60))
  return day > daysBefore(today, DAYS_BY_NAME) ? t.thisWeek(at) : t.older(at)
}

/** A call's duration as mm:ss, with hours only if there are any. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return hours ? `${hours}:${rest}` : rest
}
