/**
 * A lease in the service's own Postgres: one copy at a time holds a name, until it releases it or the lease expires. Table:
 *   leases (name text primary key, holder uuid, until timestamptz).
 */
import type pg from 'pg'

export interface Leases {
  /** Takes or renews the lease. @returns whether this copy holds it now */
  take(name: string, now: Date, until: Date): Promise<boolean>
  release(name: string): Promise<void>
}

const TAKE = `INSERT INTO leases (name, holder, until) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
WHERE leases.holder = EXCLUDED.holder OR leases.until <= $4`

/** @param holder this copy of the service */
export function createLeases(pool: pg.Pool, holder: string): Leases {
  return {
    take: async (name, now, until) => (await pool.query(TAKE, [name, holder, until, now])).rowCount === 1,
    release: async (name) => void (await pool.query('DELETE FROM leases WHERE name = $1 AND holder = $2', [name, holder])),
  }
}
