/** Creates each service's database and applies its migrations, recorded in Prisma's own table, so that its tools agree. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../servers/server.ts'

/** The advisory lock that Prisma Migrate takes. */
const PRISMA_LOCK = 72_707_369
/** lock_not_available, and deadlock_detected: another transaction uses the tables. */
const TABLES_IN_USE = ['55P03', '40P01']
/** A statement that waits for a table blocks every later one, so that a ring waits at most this long behind a migration. */
const LOCK_TIMEOUT_MS = 3_000
const PAUSE_MS = 2_000
export const GIVE_UP_AFTER_MS = 600_000
/** duplicate_database, and unique_violation when two processes create it at the same time. */
const EXISTS_BY_NOW = ['42P04', '23505']

/** Prisma's table, column for column. */
const BOOK = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

export type MigrateOptions = {
  /** Receives a line for each retry. */
  readonly say?: (line: string) => void
  readonly lockTimeoutMs?: number
  readonly pauseMs?: number
  /** Counts from a migration's first try. */
  readonly giveUpAfterMs?: number
}

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/** @returns the same server and role, another database */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** `DATABASE_URL` names a server and the first half of every database's name: `<name>_<service>`. */
export function databaseName(serverUrl: string, service: string): string {
  const given = decodeURIComponent(new URL(serverUrl).pathname.slice(1))
  return `${given === '' || given === 'postgres' ? 'doorbell' : given}_${service}`
}

/** Services of the tree that own a database. */
export function servicesWithDatabase(root: string): string[] {
  return readdirSync(join(root, 'services')).filter((name) => existsSync(join(root, 'services', name, 'prisma', 'schema.prisma')))
}

/**
 * Migrates one service's database on a server that holds all of them.
 * @param serverUrl the server and the first half of the databases' names
 * @returns the names of the migrations applied now
 * @throws StartError as `migrateDatabase`
 */
export function migrate(root: string, serverUrl: string, service: string, options?: MigrateOptions): Promise<string[]> {
  return migrateDatabase(root, databaseUrl(serverUrl, databaseName(serverUrl, service)), service, options)
}

/**
 * Migrates the database of a URL, creating it if it is missing. Concurrent calls wait for each other without a limit.
 * @returns the names of the migrations applied now
 * @throws StartError if a migration fails (it is rolled back), was edited after it had been applied, or did not get its tables in time
 */
export async function migrateDatabase(root: string, url: string, service: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = await connectOrCreate(url)
  try {
    // A role or a server may have limits of its own; this wait has none.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK])
    await client.query(BOOK)
    const done = await appliedChecksums(client)
    const applied: string[] = []
    for (const migration of readMigrations(root, service)) {
      const before = done.get(migration.name)
      if (before !== undefined && before !== migration.checksum) {
        throw new StartError(
          `Migration ${migration.name} of ${service} was edited after it had been applied: restore it and write a new one.`,
        )
      }
      if (before === undefined) applied.push(await applyWithRetries(client, service, migration, options))
    }
    return applied
  } finally {
    await client.end()
  }
}

/** @returns the migrations of the tree that a service's database lacks, oldest first @throws a database error if it cannot be asked */
export async function missingMigrations(root: string, url: string, service: string): Promise<string[]> {
  const client = await open(url)
  try {
    const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS book`)
    const done = rows[0]?.book === null ? new Map() : await appliedChecksums(client)
    return readMigrations(root, service)
      .map(({ name }) => name)
      .filter((name) => !done.has(name))
  } finally {
    await client.end()
  }
}

async function connectOrCreate(url: string): Promise<pg.Client> {
  try {
    return await open(url)
  } catch (error) {
    // invalid_catalog_name: there is no such database yet.
    if ((error as { code?: string }).code !== '3D000')
      throw new StartError(`The database server does not let us in: ${(error as Error).message}.`)
  }
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  const admin = await open(databaseUrl(url, 'postgres'))
  try {
    await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    if (!EXISTS_BY_NOW.includes((error as { code?: string }).code ?? ''))
      throw new StartError(`The database ${database} could not be made: ${(error as Error).message}.`)
  } finally {
    await admin.end()
  }
  return open(url)
}

/** @returns a connection, to be ended */
export async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Map(rows.map((row) => [row.migration_name, row.checksum]))
}

function readMigrations(root: string, service: string): Migration[] {
  const folder = join(root, 'services', service, 'prisma', 'migrations')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'))
      return { name, sql: sql.toString(), checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function applyWithRetries(client: pg.Client, service: string, migration: Migration, options: MigrateOptions): Promise<string> {
  const { say = () => undefined, lockTimeoutMs = LOCK_TIMEOUT_MS, pauseMs = PAUSE_MS, giveUpAfterMs = GIVE_UP_AFTER_MS } = options
  const named = `Migration ${migration.name} of ${service}`
  const from = performance.now()
  for (let attempt = 2; ; attempt += 1) {
    try {
      return await apply(client, migration, lockTimeoutMs)
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string }
      if (!TABLES_IN_USE.includes(code)) throw new StartError(`${named} failed and left nothing behind: ${message}.`)
      const seconds = Math.round((performance.now() - from) / 1000)
      if (performance.now() - from + pauseMs > giveUpAfterMs)
        throw new StartError(
          `${named} was given up after ${seconds} s and left nothing behind, because another transaction uses its tables: ` +
            'end that one (pg_stat_activity names it) and migrate again.',
        )
      say(`${named} waits, because another transaction uses its tables (${message}): try ${attempt} after ${seconds} s`)
      await pause(pauseMs)
    }
  }
}

/** Applies a migration and records it in one transaction. */
async function apply(client: pg.Client, { name, sql, checksum }: Migration, lockTimeoutMs: number): Promise<string> {
  const startedAt = new Date()
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, $5, 1)`,
      [randomUUID(), checksum, name, startedAt, new Date()],
    )
    await client.query('COMMIT')
    return name
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
