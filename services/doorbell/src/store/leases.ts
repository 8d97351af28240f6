import type pg from 'pg'
import type { Leases } from '../domain/forget.ts'

const TAKE = `INSERT INTO leases (name, holder, until) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
WHERE leases.holder = EXCLUDED.holder OR leases.until <= $4`

/** @param holder this copy of the service */
export function createLeases(pool: pg.Pool, holder: string): Leases {
  return {
    take: async (name, now, until) => (await pool.query(TAKE, [name, holder, until, now])).rowCount === 1,
    giveBack: async (name) => void (await pool.query('DELETE FROM leases WHERE name = $1 AND holder = $2', [name, holder])),
  }
}
