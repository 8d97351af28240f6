/** Each database belongs to its own role, including one made by a version without roles. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { ROOT } from '../bootstrap/launch.mjs'
import { startPostgres } from '../servers/postgres.ts'
import type { Server } from '../servers/server.ts'
import { databaseName, databaseUrl, migrate, migrateDatabase, servicesWithDatabase } from './migrate.ts'
import { postgresUrlAs, prepareDatabase, roleOf } from './roles.ts'

const dir = mkdtempSync(join(tmpdir(), 'roles-'))
const secret = randomBytes(12).toString('hex')
const services = servicesWithDatabase(ROOT)
let server: Server

const urlOf = (service: string) => postgresUrlAs(server.url, secret, service)

beforeAll(async () => {
  server = await startPostgres({ dir, password: secret, durable: false })
  for (const service of services) {
    // As a version without roles left it: everything is the superuser's.
    await migrate(ROOT, server.url, service)
    await prepareDatabase(server.url, urlOf(service))
  }
})
afterAll(async () => {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test.each(services)('the role of %s owns its database and all that an older version has made in it', async (service) => {
  const foreign = `SELECT relname AS name FROM pg_class c
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'i') AND pg_get_userbyid(relowner) <> current_user
    UNION ALL SELECT proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND pg_get_userbyid(proowner) <> current_user
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL SELECT typname FROM pg_type t WHERE typnamespace = 'public'::regnamespace AND typtype = 'e'
      AND pg_get_userbyid(typowner) <> current_user`
  expect(await query(urlOf(service), foreign)).toEqual([])
  const [{ owner } = { owner: '' }] = await query<{ owner: string }>(
    urlOf(service),
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database()',
  )
  expect(owner).toBe(roleOf(service))
})

test.each(services)('the role of %s reads and writes its tables, and changes them in migrations', async (service) => {
  const table = service === 'auth' ? 'outbox' : 'tombstones'
  await query(
    urlOf(service),
    `BEGIN; ALTER TABLE ${table} ADD COLUMN tried int; DELETE FROM ${table}; CREATE TABLE more (id int); ROLLBACK`,
  )
  expect(await migrateDatabase(ROOT, urlOf(service), service)).toEqual([])
})

// covers: N-roles
test.each(services)('the role of %s is refused on every other database', async (service) => {
  const others = services.filter((other) => other !== service).map((other) => databaseName(server.url, other))
  for (const database of [...others, 'postgres', 'template1'])
    await expect(query(databaseUrl(urlOf(service), database), 'SELECT 1')).rejects.toThrow(`permission denied for database "${database}"`)
})

test.each(services)('the role of %s cannot become more than it is', async (service) => {
  const url = urlOf(service)
  for (const sql of [
    'CREATE ROLE other SUPERUSER',
    'CREATE DATABASE other',
    'SET ROLE doorbell',
    `ALTER ROLE ${roleOf(service)} SUPERUSER`,
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('postgresql.conf')",
    "ALTER SYSTEM SET log_statement = 'all'",
    'SELECT * FROM pg_authid',
  ])
    await expect(query(url, sql)).rejects.toThrow(/permission denied|must be (superuser|owner)/)
})

test('a new database is created by its role alone', async () => {
  const url = postgresUrlAs(databaseUrl(server.url, 'fresh'), secret, 'doorbell')
  await Promise.all([prepareDatabase(server.url, url), prepareDatabase(server.url, url)])
  expect((await migrateDatabase(ROOT, url, 'doorbell')).length).toBeGreaterThan(5)
})

test('no password stands in the log of the server, not even of a failed statement', async () => {
  const url = new URL(urlOf('auth'))
  // Names with this beginning are PostgreSQL's own.
  url.username = 'pg_reserved'
  await expect(prepareDatabase(server.url, url.href)).rejects.toThrow('could not be given to its role')
  const log = readFileSync(join(dir, 'postgres.log'), 'utf8')
  expect(log).toContain('pg_reserved')
  expect(log).not.toContain(url.password)
})
