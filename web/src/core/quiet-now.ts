/** Whether the resident's own settings keep rings silent now, by the same rule as the server's for each ring. */
import type { Preferences, QuietHours } from '#proto/preferences.ts'

export type QuietNow = { readonly reason: 'do_not_disturb' } | { readonly reason: 'quiet_hours' /** HH:MM */; readonly until: string }

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** @param minute of the day in the resident's time zone. A span whose end is not after its begin runs past midnight. */
export function isBetween(minute: number, { from, to }: Pick<QuietHours, 'from' | 'to'>): boolean {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}

/** @param minute of the day in the resident's time zone */
export function quietNow({ switches, quietHours }: Pick<Preferences, 'switches' | 'quietHours'>, minute: number): QuietNow | undefined {
  if (switches.doNotDisturb) return { reason: 'do_not_disturb' }
  return quietHours.enabled && isBetween(minute, quietHours) ? { reason: 'quiet_hours', until: quietHours.to } : undefined
}
