/** Work done while another transaction holds a lock, so that two things overlap with certainty. */
import pg from 'pg'
import type { ServiceName } from '#proto/operation.ts'
import { eventually } from './wait.ts'
import type { World } from './world.ts'

/**
 * @param lock held by another transaction during the work @param value its parameter, if it has one
 * @param work gets a function that waits until that many transactions wait for the lock; returns what waits @param service whose database
 */
export async function whileHeld<T>(
  world: Pick<World, 'databaseUrl' | 'postgres'>,
  lock: string,
  value: unknown,
  work: (wait: (count: number) => Promise<unknown>) => Promise<T>,
  service: ServiceName = 'auth',
): Promise<T> {
  const holder = new pg.Client({ connectionString: world.databaseUrl(service) })
  await holder.connect()
  try {
    await holder.query('BEGIN')
    const { rows } = await holder.query('SELECT pg_backend_pid() AS pid')
    await holder.query(lock, value === undefined ? [] : [value])
    const waiting = `WITH RECURSIVE blocked (pid) AS (SELECT $1::int UNION
      SELECT a.pid FROM pg_stat_activity a JOIN blocked b ON b.pid = ANY (pg_blocking_pids(a.pid)))
      SELECT pid FROM blocked WHERE pid <> $1`
    const result = await work((count) =>
      eventually(`${count} to wait`, async () => (await world.postgres(service, waiting, [rows[0]?.pid])).length === count),
    )
    await holder.query('COMMIT')
    return result
  } finally {
    await holder.end()
  }
}
