/**
 * A lease in the service's own Postgres: one copy at a time holds a name, until it releases it or the lease expires. Table:
 *   leases (name text primary key, holder uuid, until timestamptz).
 */
import type pg from 'pg'
import type { Leases } from './jobs.ts'
import { RELEASE_LEASE, TAKE_LEASE } from './leases.sql.ts'
import { execute } from './postgres.ts'

/** @param holder this copy of the service */
export function createLeases(pool: pg.Pool, holder: string): Leases {
  return {
    take: async (name, now, until) => (await execute(pool, TAKE_LEASE, { name, holder, now, until })) === 1,
    release: async (name) => void (await execute(pool, RELEASE_LEASE, { name, holder })),
  }
}
