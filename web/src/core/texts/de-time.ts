/** German: how times and days are written. */
import { inZone } from '../zone.ts'
import { formats } from './de-formats.ts'
import type * as english from './en-time.ts'

/** "10:42" */
export const writeClock: typeof english.writeClock = inZone(formats.locale, formats.clock)
/** "21.11.2026" */
export const writeDate: typeof english.writeDate = inZone(formats.locale, formats.date)
/** @param hour 0 to 24 @returns "6 Uhr" */
export const writeHour: typeof english.writeHour = (hour) => `${hour} Uhr`
const UNKNOWN = 'Unknown device'
/** "Chrome unter Windows" */
export const writeDevice: typeof english.writeDevice = (device) =>
  device === UNKNOWN ? 'Unbekanntes Gerät' : device.replace(' on ', ' unter ')
/** "in Chrome unter Windows" */
export const onDevice: typeof english.onDevice = (device) =>
  device === UNKNOWN ? 'auf einem unbekannten Gerät' : `in ${writeDevice(device)}`
