import type pg from 'pg'
import { inTransaction } from '#kit/postgres.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import type { Owners } from '../domain/ports.ts'

const SET_TIER = `INSERT INTO owners (id, tier, tier_version) VALUES ($1, $2, $3)
ON CONFLICT (id) DO UPDATE SET tier = EXCLUDED.tier, tier_version = EXCLUDED.tier_version WHERE owners.tier_version < EXCLUDED.tier_version`
/** An upgrade extends the expiry of existing rows; a downgrade shortens none (decision 20). */
const LENGTHEN = (table: string) =>
  `UPDATE ${table} SET expires_at = timestamp + make_interval(days => $2) WHERE owner_id = $1 AND expires_at > $3
  AND expires_at < timestamp + make_interval(days => $2)`

export function createOwners(pool: pg.Pool): Owners {
  return {
    setTier: (ownerId, tier, version, now) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(SET_TIER, [ownerId, tier, version])
        if (!rowCount) return false
        if (tier === 'free') return true
        for (const table of ['activities', 'notifications', 'visit_requests'])
          await client.query(LENGTHEN(table), [ownerId, RETENTION_DAYS.premium, now])
        return true
      }),
  }
}
