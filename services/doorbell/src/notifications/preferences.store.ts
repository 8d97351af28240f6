/**
 * Preferences in the owner's row. The alerts of a ring are computed and stored with them, so that the ring's one statement only reads
 * them.
 */
import type pg from 'pg'
import { z } from 'zod'
import { execute, fetchRow, fetchRowByPrisma } from '#kit/postgres.ts'
import type { Row } from '#kit/statement.ts'
import { stored } from '#kit/stored.ts'
import { Matrix, type Preferences, QUIET_HOURS_DEFAULT, SWITCH_DEFAULTS, Switches } from '#proto/preferences.ts'
import { LOCK_OWNER } from '../core/locks.sql.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { CONVERT_TO_TIME_ZONE, PREFERENCE_SNAPSHOT, type PREFERENCES } from './preferences.sql.ts'
import { alertsAmong, channelsOf, type PreferenceStore } from './preferences.ts'

const allOn = (row: z.ZodObject) => Object.fromEntries(Object.keys(row.shape).map((channel) => [channel, true]))
const MATRIX_DEFAULT = Matrix.parse(Object.fromEntries(Object.entries(Matrix.shape).map(([event, row]) => [event, allOn(row)])))

/** Only differences from the defaults are stored, so that a default can change for residents who never set it. */
export const StoredPreferences = stored(z.object({ switches: Switches, matrix: Matrix }), {
  switches: SWITCH_DEFAULTS,
  matrix: MATRIX_DEFAULT,
})
type PreferenceRow = Row<typeof PREFERENCES>

function preferencesOf(row: PreferenceRow): Preferences {
  const saved = StoredPreferences.parse(row.preferences)
  return {
    switches: { ...saved.switches, doNotDisturb: row.quiet },
    matrix: saved.matrix,
    quietHours: { enabled: row.quietHours, from: row.quietFrom, to: row.quietTo },
    timeZone: row.timeZone ?? 'UTC',
    timeZoneKnown: row.timeZone !== null,
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

const INVALID_PARAMETER = '22023'
const DEFAULTS: Preferences = {
  switches: SWITCH_DEFAULTS,
  matrix: MATRIX_DEFAULT,
  quietHours: QUIET_HOURS_DEFAULT,
  timeZone: 'UTC',
  timeZoneKnown: false,
}

const toColumns = (preferences: Preferences) => ({
  preferences: toStored(preferences),
  quiet: preferences.switches.doNotDisturb,
  timeZone: preferences.timeZoneKnown ? preferences.timeZone : null,
  quietHours: preferences.quietHours.enabled,
  quietFrom: preferences.quietHours.from,
  quietTo: preferences.quietHours.to,
  ringAlerts: alertsAmong(channelsOf(preferences, 'ring')),
  packageAlerts: alertsAmong(channelsOf(preferences, 'package')),
})

export function createPreferences(pool: pg.Pool, prisma: Prisma): PreferenceStore {
  return {
    snapshot: async (ownerId, at) => {
      const row = await fetchRow(pool, PREFERENCE_SNAPSHOT, { ownerId, at })
      if (!row) return { preferences: DEFAULTS, quiet: null, until: null, localTime: at.toISOString().slice(11, 16) }
      const quiet = row.quiet ? 'do_not_disturb' : row.inQuietHours ? 'quiet_hours' : null
      return { preferences: preferencesOf(row), quiet, until: quiet === 'quiet_hours' ? row.until : null, localTime: row.localTime }
    },
    change: (ownerId, change) =>
      prisma.$transaction(async (tx) => {
        await tx.owner.createMany({ data: [{ id: ownerId }], skipDuplicates: true })
        await fetchRowByPrisma(tx, LOCK_OWNER, { id: ownerId })
        const next = change(preferencesOf(await tx.owner.findUniqueOrThrow({ where: { id: ownerId } })))
        await tx.owner.update({ where: { id: ownerId }, data: toColumns(next) })
        return next
      }),
    knowsTimeZone: async (timeZone) => {
      try {
        await execute(pool, CONVERT_TO_TIME_ZONE, { timeZone })
        return true
      } catch (error) {
        if ((error as { code?: unknown }).code === INVALID_PARAMETER) return false
        throw error
      }
    },
  }
}
