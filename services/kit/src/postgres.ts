import pg from 'pg'
import type { Log } from './log.ts'
import type { ServiceContext } from './run-service.ts'

export type PoolOptions = {
  /** Idle connections that the pool keeps open (pg's `min`). */
  readonly minConnections?: number
  /** Runs on each connection before its first use. */
  readonly prepare?: (client: pg.ClientBase) => Promise<unknown>
}

/**
 * One pool per service, also used by Prisma's adapter (`new PrismaPg(pool)`), so that prepared statements and Prisma share connections.
 * @param max connections; few, because seven services share one server
 */
export function createPool(url: string, log: Log, max = 8, { minConnections = 0, prepare }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min: minConnections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(prepare ? { onConnect: async (client: pg.ClientBase) => void (await prepare(client)) } : {}),
  })
  const lost = (err: Error) => log.warn({ err: err.message }, 'postgres connection lost')
  pool.on('error', lost)
  // The pool handles errors of idle connections only: one lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => void client.on('error', lost))
  return pool
}

type Opening = Pick<ServiceContext<{ readonly DATABASE_URL: string }>, 'config' | 'log' | 'addCheck' | 'onClose'>

/** A service's pool: checked by /readyz, closed when the service stops. @param max connections */
export function openPool(context: Opening, max: number, options?: PoolOptions): pg.Pool {
  const pool = createPool(context.config.DATABASE_URL, context.log, max, options)
  context.addCheck('postgres', () => pool.query('SELECT 1'))
  context.onClose(() => pool.end())
  return pool
}

/**
 * For connections whose statements all find their rows by an index: forces one generic plan that is right at any size of the tables.
 * Otherwise PostgreSQL plans while the tables are still empty, chooses a sequential scan, and keeps that plan while they grow.
 */
export const planByIndex = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off;
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_sort = off`)

/** Opens connections at start, so that no ring waits for one. @throws when they cannot be opened */
export async function openConnections(pool: pg.Pool, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) client.release()
}

/** A named prepared statement: PostgreSQL parses and plans it once per connection. */
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
 * A condition, always true, that makes its statement's commit asynchronous (`synchronous_commit = off`). For writes that are repeated after
 * a crash, so that a ring's own commit does not wait behind them.
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
