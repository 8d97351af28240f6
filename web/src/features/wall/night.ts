/** When a wall display dims: in the resident's quiet hours, or at the hours of an ordinary night while those are off. */
import type { QuietHours } from '#proto/preferences.ts'

const NIGHT = { from: '22:00', to: '07:00' } as const

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** @param minute of the day in the resident's time zone */
export function isNight(minute: number, quietHours: QuietHours | undefined): boolean {
  const { from, to } = quietHours?.enabled ? quietHours : NIGHT
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}
