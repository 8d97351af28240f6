/** Migrations beside live transactions and other processes that migrate or wait, on a real PostgreSQL. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { eventually } from '#scripts/testing/wait.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { startPostgres } from '../servers/postgres.ts'
import type { Server } from '../servers/server.ts'
import { databaseUrl, migrate, migrateDatabase } from './migrate.ts'

const FIRST = ['20260101000000_create', 'CREATE TABLE rings (id int);'] as const
const SECOND = ['20260102000000_add_note', 'ALTER TABLE rings ADD COLUMN note text;'] as const

const dir = mkdtempSync(join(tmpdir(), 'migrate-'))
let postgres: Server
beforeAll(async () => {
  mkdirSync(join(dir, 'postgres'))
  postgres = await startPostgres({ dir: join(dir, 'postgres'), password: 'secret', durable: false })
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(dir, { recursive: true, force: true })
})

function tree(...migrations: readonly (readonly [name: string, sql: string])[]): string {
  const root = mkdtempSync(join(dir, 'tree-'))
  for (const [name, sql] of migrations) {
    const folder = join(root, 'services', 'auth', 'prisma', 'migrations', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'migration.sql'), sql)
  }
  return root
}

/** Runs statements on one connection, which is closed at the end. */
async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs the entry as the operator's Job does. */
function command(args: readonly string[], url: string) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/database/main.ts'), ...args], { env: { ...process.env, DATABASE_URL: url } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { ended, output: () => output }
}

const HOLD = 'BEGIN; LOCK TABLE rings IN ACCESS SHARE MODE'
const FAST = { lockTimeoutMs: 50, pauseMs: 20 } as const

test('a table in use is tried again, and altered once it is free', async () => {
  const url = databaseUrl(postgres.url, 'busy')
  await migrateDatabase(tree(FIRST), url, 'auth')
  await connected(url, async (other) => {
    await other.query(HOLD)
    const lines: string[] = []
    const applied = migrateDatabase(tree(FIRST, SECOND), url, 'auth', { ...FAST, say: (line) => lines.push(line) })
    await eventually('two retries', () => lines.length >= 2)
    expect(lines[0]).toMatch(
      /^Migration 20260102000000_add_note of auth waits, because another transaction uses its tables \(.*lock timeout/,
    )
    await other.query('COMMIT')
    expect(await applied).toEqual([SECOND[0]])
  })
  expect(await connected(url, async (client) => (await client.query('SELECT note FROM rings')).rows)).toEqual([])
})

test('between two tries the table serves others', async () => {
  const url = databaseUrl(postgres.url, 'serving')
  await migrateDatabase(tree(FIRST), url, 'auth')
  await connected(url, async (other) => {
    await other.query(HOLD)
    let tries = 0
    const applied = migrateDatabase(tree(FIRST, SECOND), url, 'auth', { ...FAST, say: () => (tries += 1) })
    await eventually('a retry', () => tries > 0)
    // Behind a migration that waited without a limit this insert would wait for the transaction of `other`.
    await connected(url, (client) => client.query(`SET statement_timeout = '5s'; INSERT INTO rings VALUES (1)`))
    await other.query('COMMIT')
    await applied
  })
})

test('a table in use for too long ends the migration with a sentence', async () => {
  const url = databaseUrl(postgres.url, 'given_up')
  await migrateDatabase(tree(FIRST), url, 'auth')
  await connected(url, async (other) => {
    await other.query(HOLD)
    const given = migrateDatabase(tree(FIRST, SECOND), url, 'auth', { ...FAST, giveUpAfterMs: 200 })
    await expect(given).rejects.toThrow(/given up after \d+ s and left nothing behind, because another transaction uses its tables: end/)
  })
  expect(await migrateDatabase(tree(FIRST, SECOND), url, 'auth')).toEqual([SECOND[0]])
})

// covers: N-migration
test('two at once wait for each other, whatever limits their role has', async () => {
  const url = databaseUrl(postgres.url, 'two')
  await migrateDatabase(tree(FIRST), url, 'auth')
  await connected(url, (client) =>
    client.query(`ALTER DATABASE two SET lock_timeout = '50ms'; ALTER DATABASE two SET statement_timeout = '50ms'`),
  )
  await connected(url, async (other) => {
    await other.query(HOLD)
    let tries = 0
    const both = [1, 2].map(() => migrateDatabase(tree(FIRST, SECOND), url, 'auth', { ...FAST, say: () => (tries += 1) }))
    await eventually('retries for longer than the limits', () => tries >= 5)
    await other.query('COMMIT')
    expect((await Promise.all(both)).flat()).toEqual([SECOND[0]])
  })
})

test('the command waits until another process has migrated @all', async () => {
  const url = databaseUrl(postgres.url, 'product')
  const waiting = command(['--wait'], url)
  await eventually('its first lines', () =>
    /billing: waiting, \d+ s: the database does not answer: database "product_billing" does not exist/.test(waiting.output()),
  )
  await migrate(tree(), url, 'billing')
  await eventually('the missing migration', () => /billing: waiting, \d+ s: migration \d+_\w+ is not applied yet/.test(waiting.output()))
  const [one, two] = [command([], url), command([], url)]
  expect(await Promise.all([one.ended, two.ended, waiting.ended])).toEqual([0, 0, 0])
  expect(waiting.output()).toMatch(/^billing: ready$/m)
  const outcomes = [one, two].map(({ output }) => /^billing: (applied|up to date)/m.exec(output())?.[1])
  expect(outcomes.sort()).toEqual(['applied', 'up to date'])
  // A database that a newer release has migrated serves this one too.
  const database = databaseUrl(url, 'product_billing')
  const columns = '(id, checksum, migration_name, finished_at)'
  const newer = `INSERT INTO _prisma_migrations ${columns} VALUES ('1', '', '29990101000000_newer', '2999-01-01')`
  await connected(database, (client) => client.query(newer))
  expect(await command(['--wait', 'billing'], database).ended).toBe(0)
})

test('the command migrates one database by its own name', async () => {
  const url = databaseUrl(postgres.url, 'any_name')
  const done = command(['security'], url)
  expect(await done.ended).toBe(0)
  const applied = await connected(url, async (client) => (await client.query('SELECT migration_name FROM _prisma_migrations')).rows)
  const folders = readdirSync(join(ROOT, 'services/security/prisma/migrations'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect(applied.map(({ migration_name: name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
})

test('the command gives up after its time, and refuses wrong arguments @all', async () => {
  const silent = command(['auth', '--timeout', '1'], 'postgres://nobody@127.0.0.1:1/x')
  expect(await silent.ended).toBe(1)
  expect(silent.output()).toMatch(/auth: given up after \d+ s: the database does not answer: .*ECONNREFUSED/)
  const absent = command(['auth', '--wait', '--timeout', '1'], databaseUrl(postgres.url, 'absent'))
  expect(await absent.ended).toBe(1)
  const stranger = command(['auth', '--wait'], postgres.url.replace('secret', 'wrong'))
  expect(await stranger.ended).toBe(1)
  expect(stranger.output()).toContain('The database server does not let us in: password authentication failed')
  for (const args of [['gateway'], ['--fast'], ['--timeout', 'soon']]) expect(await command(args, postgres.url).ended).toBe(2)
  expect(await command([], '').ended).toBe(2)
})
