import { selectList, statement } from '#kit/statement.ts'
import { inQuietHours, localTime, quietUntil } from '../core/quiet.sql.ts'

export const PREFERENCES = {
  preferences: 'jsonb',
  quiet: 'boolean',
  timeZone: 'text?',
  quietHours: 'boolean',
  quietFrom: 'text',
  quietTo: 'text',
} as const

/** An owner's preferences, and the effect of their quiet hours at a given time. */
export const PREFERENCE_SNAPSHOT = statement({
  name: 'preference-snapshot',
  prepared: true,
  params: { ownerId: 'int', at: 'timestamptz' },
  row: { ...PREFERENCES, inQuietHours: 'boolean', until: 'timestamptz', localTime: 'text' },
  sql: `SELECT ${selectList('o', PREFERENCES)}, ${inQuietHours('o', ':at')} AS "inQuietHours", ${quietUntil('o', ':at')} AS until,
  ${localTime('o', ':at')} AS "localTime"
FROM owners o WHERE o.id = :ownerId`,
})

/** Fails for a time zone that PostgreSQL does not have. */
export const CONVERT_TO_TIME_ZONE = statement({
  name: 'convert-to-time-zone',
  params: { timeZone: 'text' },
  row: { local: 'text' },
  sql: `SELECT ('2026-01-01T00:00:00Z'::timestamptz AT TIME ZONE :timeZone)::text AS local`,
})
