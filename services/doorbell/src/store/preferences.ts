/**
 * Preferences in the owner's row. The alerts of a ring are computed and stored with them, so that the ring's one statement only reads
 * them.
 */
import type pg from 'pg'
import { z } from 'zod'
import { inTransaction, runStatement } from '#kit/postgres.ts'
import { Matrix, type Preferences, QUIET_HOURS_DEFAULT, SWITCH_DEFAULTS, Switches } from '#proto/preferences.ts'
import { stored } from '#proto/stored.ts'
import { alertsAmong, channelsOf, type PreferenceStore } from '../domain/preferences.ts'
import { inQuietHours, localTime, quietUntil } from './quiet.ts'

const allOn = (row: z.ZodObject) => Object.fromEntries(Object.keys(row.shape).map((channel) => [channel, true]))
const MATRIX_DEFAULT = Matrix.parse(Object.fromEntries(Object.entries(Matrix.shape).map(([event, row]) => [event, allOn(row)])))

/** Only differences from the defaults are stored, so that a default can change for residents who never set it. */
export const StoredPreferences = stored(z.object({ switches: Switches, matrix: Matrix }), {
  switches: SWITCH_DEFAULTS,
  matrix: MATRIX_DEFAULT,
})
const Row = z.object({
  preferences: StoredPreferences,
  quiet: z.boolean(),
  time_zone: z.string().nullable(),
  quiet_hours: z.boolean(),
  quiet_from: z.string(),
  quiet_to: z.string(),
})
type Row = z.infer<typeof Row>

function preferencesOf({ preferences: saved, ...row }: Row): Preferences {
  return {
    switches: { ...saved.switches, doNotDisturb: row.quiet },
    matrix: saved.matrix,
    quietHours: { enabled: row.quiet_hours, from: row.quiet_from, to: row.quiet_to },
    timeZone: row.time_zone ?? 'UTC',
    timeZoneKnown: row.time_zone !== null,
  }
}

type Cells = Readonly<Record<string, boolean>>
const withoutDefaults = (values: Cells, defaults: Cells) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== defaults[name]))

/** Do not disturb has its own column. */
function toStored({ switches, matrix }: Preferences): object {
  const { doNotDisturb: _, ...others } = switches
  const rows = Object.entries(matrix).map(([event, cells]) => [event, withoutDefaults(cells, MATRIX_DEFAULT[event as keyof Matrix])])
  return { switches: withoutDefaults(others, SWITCH_DEFAULTS), matrix: Object.fromEntries(rows) }
}

const COLUMNS = 'preferences, quiet, time_zone, quiet_hours, quiet_from, quiet_to'
const SNAPSHOT = {
  name: 'preference-snapshot',
  text: `SELECT ${COLUMNS}, ${inQuietHours('o', '$2')} AS "inQuietHours", ${quietUntil('o', '$2')} AS until,
  ${localTime('o', '$2')} AS "localTime"
FROM owners o WHERE id = $1`,
}
const CHANGE = `UPDATE owners SET preferences = $2, quiet = $3, time_zone = $4, quiet_hours = $5, quiet_from = $6, quiet_to = $7,
  ring_alerts = $8, package_alerts = $9 WHERE id = $1`
const Moment = z.object({ ...Row.shape, inQuietHours: z.boolean(), until: z.date(), localTime: z.string() })

const INVALID_PARAMETER = '22023'
const DEFAULTS: Preferences = {
  switches: SWITCH_DEFAULTS,
  matrix: MATRIX_DEFAULT,
  quietHours: QUIET_HOURS_DEFAULT,
  timeZone: 'UTC',
  timeZoneKnown: false,
}

export function createPreferences(pool: pg.Pool): PreferenceStore {
  return {
    snapshot: async (ownerId, at) => {
      const [row] = await runStatement(pool, SNAPSHOT, [ownerId, at])
      if (!row) return { preferences: DEFAULTS, quiet: null, until: null, localTime: at.toISOString().slice(11, 16) }
      const moment = Moment.parse(row)
      const quiet = moment.quiet ? 'do_not_disturb' : moment.inQuietHours ? 'quiet_hours' : null
      return {
        preferences: preferencesOf(moment),
        quiet,
        until: quiet === 'quiet_hours' ? moment.until : null,
        localTime: moment.localTime,
      }
    },
    change: (ownerId, change) =>
      inTransaction(pool, async (client) => {
        await client.query('INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING', [ownerId])
        const { rows } = await client.query(`SELECT ${COLUMNS} FROM owners WHERE id = $1 FOR UPDATE`, [ownerId])
        const next = change(preferencesOf(Row.parse(rows[0])))
        const { quietHours: hours, switches } = next
        const ring = alertsAmong(channelsOf(next, 'ring'))
        const parcel = alertsAmong(channelsOf(next, 'package'))
        const zone = next.timeZoneKnown ? next.timeZone : null
        const values = [ownerId, toStored(next), switches.doNotDisturb, zone, hours.enabled, hours.from, hours.to, ring, parcel]
        await client.query(CHANGE, values)
        return next
      }),
    knowsTimeZone: async (timeZone) => {
      try {
        await pool.query(`SELECT '2026-01-01T00:00:00Z'::timestamptz AT TIME ZONE $1`, [timeZone])
        return true
      } catch (error) {
        if ((error as { code?: unknown }).code === INVALID_PARAMETER) return false
        throw error
      }
    },
  }
}
