import pg from 'pg'
import type { Log } from './log.ts'

/**
 * One pool per service, handed to Prisma's adapter as well (`new PrismaPg(pool)`), so that hot statements and Prisma share connections.
 * @param max connections; small, because seven services share one server
 * @param standing of these are kept however long they rest
 * @param prepare what each connection does before its first use
 */
export function createPool(
  url: string,
  log: Log,
  max = 8,
  { standing = 0, prepare }: { readonly standing?: number; readonly prepare?: (client: pg.ClientBase) => Promise<unknown> } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min: standing,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(prepare ? { onConnect: async (client: pg.ClientBase) => void (await prepare(client)) } : {}),
  })
  const lost = (err: Error) => log.warn({ err: err.message }, 'postgres connection lost')
  pool.on('error', lost)
  // The pool listens to idle connections alone: one lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => void client.on('error', lost))
  return pool
}

/**
 * For connections whose every statement finds its rows by an index: one plan, made once, that is right at any size of the tables. Left to itself
 * PostgreSQL plans on tables that are still empty, scans them from end to end, and keeps that plan while they grow.
 */
export const planByIndex = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off;
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_sort = off`)

/** Opens connections at once, rather than at somebody's door. @throws when they do not open */
export async function openConnections(pool: pg.Pool, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) client.release()
}

/** A named prepared statement: parsed and planned once per connection. */
export type Statement = { readonly name: string; readonly text: string }

export async function runStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool | pg.ClientBase,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await pool.query<Row>({ ...statement, values: [...values] })
  return result.rows
}

/**
 * A condition, always true, that lets its statement's commit return before it is on disk: for what is written again when a crash took it, so that
 * no ring's own commit stands behind it.
 */
export const WITHOUT_WAITING = "(SELECT set_config('synchronous_commit', 'off', true)) = 'off'"

/** One transaction; rolled back when `work` throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
