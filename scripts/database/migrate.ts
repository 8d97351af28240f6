/** Creates each service's database and applies its migrations, recorded in Prisma's own table, so that its tools agree. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../servers/server.ts'

/** The advisory lock that Prisma Migrate takes. */
const PRISMA_LOCK = 72_707_369
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
 * Migrates one service's database, creating it if it is missing.
 * @returns the names of the migrations applied now
 * @throws StartError if a migration fails (it is rolled back) or was edited after it had been applied
 */
export async function migrate(root: string, serverUrl: string, service: string): Promise<string[]> {
  const database = databaseName(serverUrl, service)
  const client = await connectOrCreate(serverUrl, database)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK])
    await client.query(BOOK)
    const done = await appliedChecksums(client)
    const applied: string[] = []
    for (const migration of readMigrations(join(root, 'services', service, 'prisma', 'migrations'))) {
      const before = done.get(migration.name)
      if (before !== undefined && before !== migration.checksum) {
        throw new StartError(
          `Migration ${migration.name} of ${service} was edited after it had been applied: restore it and write a new one.`,
        )
      }
      if (before === undefined) applied.push(await apply(client, service, migration))
    }
    return applied
  } finally {
    await client.end()
  }
}

async function connectOrCreate(serverUrl: string, database: string): Promise<pg.Client> {
  const connectionString = databaseUrl(serverUrl, database)
  try {
    return await open(connectionString)
  } catch (error) {
    // invalid_catalog_name: there is no such database yet.
    if ((error as { code?: string }).code !== '3D000')
      throw new StartError(`The database server does not let us in: ${(error as Error).message}.`)
  }
  const admin = await open(databaseUrl(serverUrl, 'postgres'))
  try {
    await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    if (!EXISTS_BY_NOW.includes((error as { code?: string }).code ?? ''))
      throw new StartError(`The database ${database} could not be made: ${(error as Error).message}.`)
  } finally {
    await admin.end()
  }
  return open(connectionString)
}

async function open(connectionString: string): Promise<pg.Client> {
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

function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'))
      return { name, sql: sql.toString(), checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Applies a migration and records it in one transaction. */
async function apply(client: pg.Client, service: string, { name, sql, checksum }: Migration): Promise<string> {
  const startedAt = new Date()
  try {
    await client.query('BEGIN')
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
    throw new StartError(`Migration ${name} of ${service} failed and left nothing behind: ${(error as Error).message}.`)
  }
}
