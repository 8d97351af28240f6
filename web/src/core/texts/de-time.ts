/** German: how times and days are written. */
import { inZone } from '../zone.ts'
import type * as english from './en-time.ts'

const format = (options: Intl.DateTimeFormatOptions) => inZone('de-DE', options)

/** "10:42" */
export const writeClock: typeof english.writeClock = format({ hour: '2-digit', minute: '2-digit' })
/** "10:42:03" */
export const writeSeconds: typeof english.writeSeconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
/** "21.11.2026" */
export const writeDate: typeof english.writeDate = format({ day: '2-digit', month: '2-digit', year: 'numeric' })
/** "Samstag, 21. November" */
export const writeDay: typeof english.writeDay = format({ weekday: 'long', month: 'long', day: 'numeric' })
/** @param hour 0 to 24 @returns "6 Uhr" */
export const writeHour: typeof english.writeHour = (hour) => `${hour} Uhr`
/** "Chrome unter Windows" */
export const writeDevice: typeof english.writeDevice = (device) => device.replace(' on ', ' unter ')
