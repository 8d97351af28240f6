import type pg from 'pg'
import { execute, inTransaction } from '#kit/postgres.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { EXTEND_RETENTION, RETAINED_TABLES, SET_TIER } from './owners.sql.ts'
import type { Owners } from './update-tier.ts'

export function createOwners(pool: pg.Pool): Owners {
  return {
    setTier: (ownerId, tier, version, now) =>
      inTransaction(pool, async (client) => {
        if (!(await execute(client, SET_TIER, { ownerId, tier, version }))) return false
        if (tier === 'free') return true
        for (const table of RETAINED_TABLES)
          await execute(client, EXTEND_RETENTION.of({ table }), { ownerId, days: RETENTION_DAYS.premium, now })
        return true
      }),
  }
}
