/** When a wall display dims: in the resident's quiet hours, or at the hours of an ordinary night while those are off. */
import type { QuietHours } from '#proto/preferences.ts'
import { isBetween } from '../../core/quiet-now.ts'

const NIGHT = { from: '22:00', to: '07:00' } as const

/** @param minute of the day in the resident's time zone */
export const isNight = (minute: number, quietHours: QuietHours | undefined): boolean =>
  isBetween(minute, quietHours?.enabled ? quietHours : NIGHT)
