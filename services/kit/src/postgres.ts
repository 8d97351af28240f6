import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ShiftableClock } from './clock.ts'
import type { Log } from './log.ts'
import { gauge } from './metrics.ts'
import type { ServiceContext } from './service-context.ts'
import { type Params, type ParamTypes, type Row, type RowColumns, type Statement, valuesOf } from './statement.ts'
import { isStoreUnavailable } from './store-unavailable.ts'
import { isTracing, traced } from './tracing.ts'

export type PoolOptions = {
  /** Idle connections that the pool keeps open (pg's `min`). */
  readonly minConnections?: number
  /** Also runs on each connection before its first use. */
  readonly prepare?: (client: pg.ClientBase) => Promise<unknown>
}

/**
 * Our statements take a millisecond. A server with LLVM would compile those whose estimated cost is high for up to two seconds each,
 * and the estimates of `planByIndex` are always high.
 */
const COMPILE_NOTHING = 'SET jit = off'

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
    onConnect: async (client: pg.ClientBase) => {
      await client.query(COMPILE_NOTHING)
      await prepare?.(client)
    },
  })
  const lost = (err: Error) => log.warn({ err: err.message }, 'postgres connection lost')
  pool.on('error', lost)
  // The pool handles errors of idle connections only: one lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => void client.on('error', lost))
  return pool
}

const openPools = new Set<pg.Pool>()
gauge({
  name: 'doorbell_postgres_queries_waiting',
  help: 'Queries of this process that wait for a free connection',
  read: async () => [...openPools].reduce((sum, { waitingCount }) => sum + waitingCount, 0),
})()

type Opening = Pick<ServiceContext<{ readonly DATABASE_URL: string }>, 'config' | 'log' | 'addCheck' | 'onClose'>

/** A service's pool: checked by /readyz, closed when the service stops. @param max connections */
export function openPool(context: Opening, max: number, options?: PoolOptions): pg.Pool {
  const pool = createPool(context.config.DATABASE_URL, context.log, max, options)
  context.addCheck('postgres', () => pool.query('SELECT 1'))
  openPools.add(pool)
  context.onClose(() => {
    openPools.delete(pool)
    return pool.end()
  })
  return pool
}

const RETRY_MS = 1_000
const FOLLOW_MS = 5_000
/** An answer that took longer says too little about the time. */
const QUICK_MS = 1_000

type Starting = Pick<ServiceContext<unknown>, 'log' | 'clock' | 'addJob'>

/**
 * Waits until the database answers, however long it is away, and from then on keeps the service's clock near the server's, which all copies
 * share. @throws what waiting does not change, such as a refused password
 */
export async function postgresReady(pool: pg.Pool, context: Starting): Promise<void> {
  const { log, clock } = context
  const follow = () => followClock(pool, clock, log)
  context.addJob({ name: 'follow-clock', everyMs: FOLLOW_MS, runsIn: 'every copy', run: follow, usesSteadyTime: true })
  for (;;) {
    try {
      await follow()
      return
    } catch (err) {
      if (!isStoreUnavailable(err)) throw err
      log.warn({ err: (err as Error).message }, 'postgres does not answer, start waits')
      await pause(RETRY_MS)
    }
  }
}

async function followClock(pool: pg.Pool, clock: ShiftableClock, log: Log): Promise<void> {
  const began = performance.now()
  const { rows } = await pool.query<{ at: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at')
  const took = performance.now() - began
  if (!rows[0] || took > QUICK_MS) return
  const aheadMs = clock.follow(rows[0].at + took / 2)
  if (aheadMs !== undefined) log.error({ aheadMs: Math.round(aheadMs) }, 'the clock of this machine differs from that of postgres')
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

type Connection = pg.Pool | pg.ClientBase
const STATEMENT = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const

const asQuery = <P extends ParamTypes, R extends RowColumns>(statement: Statement<P, R>, params: Params<P>) => ({
  text: statement.text,
  values: valuesOf(statement, params),
  ...(statement.prepared ? { name: statement.name } : {}),
})

/** Runs a statement. @returns its rows */
export async function fetchRows<P extends ParamTypes, R extends RowColumns>(
  db: Connection,
  statement: Statement<P, R>,
  params: Params<P>,
): Promise<Row<R>[]> {
  const run = () => db.query<Row<R>>(asQuery(statement, params))
  return (await (isTracing() ? traced(`postgres ${statement.name}`, STATEMENT, run) : run())).rows
}

/** Runs a statement. @returns its first row, if any */
export async function fetchRow<P extends ParamTypes, R extends RowColumns>(
  db: Connection,
  statement: Statement<P, R>,
  params: Params<P>,
): Promise<Row<R> | undefined> {
  return (await fetchRows(db, statement, params))[0]
}

/** Runs a statement. @returns how many rows it wrote or returned */
export async function execute<P extends ParamTypes, R extends RowColumns>(
  db: Connection,
  statement: Statement<P, R>,
  params: Params<P>,
): Promise<number> {
  const run = () => db.query(asQuery(statement, params))
  return (await (isTracing() ? traced(`postgres ${statement.name}`, STATEMENT, run) : run())).rowCount ?? 0
}

/** Prisma's client or its transaction. */
type PrismaConnection = { $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T> }

/** Runs a statement in Prisma's transaction, such as a row lock. @returns its first row, if any */
export async function fetchRowByPrisma<P extends ParamTypes, R extends RowColumns>(
  tx: PrismaConnection,
  statement: Statement<P, R>,
  params: Params<P>,
): Promise<Row<R> | undefined> {
  return (await tx.$queryRawUnsafe<Row<R>[]>(statement.text, ...valuesOf(statement, params)))[0]
}

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
