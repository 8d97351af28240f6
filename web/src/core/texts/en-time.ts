/** English: how times and days are written (spec section 2). */
import { inZone } from '../zone.ts'

const format = (options: Intl.DateTimeFormatOptions) => inZone('en-US', options)

/** "10:42 AM" */
export const writeClock = format({ hour: 'numeric', minute: '2-digit', hour12: true })
const clockWithSeconds = format({ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true })
/** "10:42:03", without AM or PM. */
export const writeSeconds = (at: Date | number): string => clockWithSeconds(at).replace(/\s[AP]M$/, '')
/** "Nov 21, 2026" */
export const writeDate = format({ month: 'short', day: 'numeric', year: 'numeric' })
/** "Saturday, November 21" */
export const writeDay = format({ weekday: 'long', month: 'long', day: 'numeric' })
/** @param hour 0 to 24 @returns "12 AM", "6 PM" */
export const writeHour = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
/** A device as the server names it: "Chrome on Windows". */
export const writeDevice = (device: string): string => device
