/** English: how times and days are written (docs/product/specification.md, 2). */
import { inZone } from '../zone.ts'
import { formats } from './en-formats.ts'

/** "10:42 AM" */
export const writeClock = inZone(formats.locale, formats.clock)
/** "Nov 21, 2026" */
export const writeDate = inZone(formats.locale, formats.date)
/** @param hour 0 to 24 @returns "12 AM", "6 PM" */
export const writeHour = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
/** A device as the server names it: "Chrome on Windows". */
export const writeDevice = (device: string): string => device
/** "on Chrome on Windows" */
export const onDevice = (device: string): string => (device === 'Unknown device' ? 'on an unknown device' : `on ${device}`)
