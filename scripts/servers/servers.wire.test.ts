import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { connect } from '@nats-io/transport-node'
import { Redis } from 'ioredis'
import pg from 'pg'
import { identify } from '../bootstrap/identity.mjs'
import { databaseUrl, migrate } from '../database/migrate.ts'
import { startNats } from './nats.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import type { Server } from './server.ts'

const dir = mkdtempSync(join(tmpdir(), 'servers-'))
const password = randomBytes(12).toString('hex')
let postgres: Server
let redis: Server
let nats: Server

beforeAll(async () => {
  const common = (name: string) => ({ dir: join(dir, name), secret: password, test: true })
  mkdirSync(join(dir, 'postgres'))
  ;[postgres, redis, nats] = await Promise.all([
    startPostgres({ dir: join(dir, 'postgres'), password, durable: false }),
    startRedis(common('redis')),
    startNats(common('nats')),
  ])
})
afterAll(async () => {
  await Promise.all([postgres, redis, nats].map((server) => server?.stop()))
  rmSync(dir, { recursive: true, force: true })
})

async function count(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

// covers: N-postgres
test('a killed PostgreSQL returns on the same address with all committed data', async () => {
  await count(postgres.url, 'CREATE TABLE ring (id int)')
  await count(postgres.url, 'INSERT INTO ring VALUES (1)')
  const { url } = postgres
  await postgres.kill()
  await expect(count(url, 'SELECT 1')).rejects.toThrow()
  await postgres.resume()
  expect(postgres.url).toBe(url)
  expect(await count(url, 'SELECT count(*)::int AS n FROM ring')).toEqual({ n: 1 })
})

test('PostgreSQL refuses connections without the password', async () => {
  const wrong = (url: string) => url.replace(password, 'wrong')
  await expect(count(wrong(postgres.url), 'SELECT 1')).rejects.toThrow(/password/)
  await expect(connect({ servers: new URL(nats.url).host, user: 'test', pass: 'wrong' })).rejects.toThrow(/auth/i)
  const stranger = new Redis(wrong(redis.url), { retryStrategy: () => null, lazyConnect: true })
  stranger.on('error', () => undefined)
  await expect(stranger.connect()).rejects.toThrow()
  stranger.disconnect()
})

test('passwords are stored in files that only we can read', () => {
  for (const file of ['redis/redis.conf', 'nats/nats.conf']) expect(statSync(join(dir, file)).mode & 0o077).toBe(0)
})

test('Redis and NATS answer their own clients, also after a crash', async () => {
  await redis.kill()
  await redis.resume()
  const client = new Redis(redis.url)
  expect(await client.ping()).toBe('PONG')
  client.disconnect()
  await nats.kill()
  await nats.resume()
  const { host, username: user, password: pass } = new URL(nats.url)
  const connection = await connect({ servers: host, user, pass })
  expect(connection.info?.jetstream).toBe(true)
  await connection.close()
})

test('a stopped server leaves no process', async () => {
  const other = await startRedis({ dir: join(dir, 'other'), secret: password })
  const pid = other.pid ?? 0
  expect(identify(pid)).toBeDefined()
  await other.stop()
  expect(identify(pid)).toBeUndefined()
})

/** A source tree with one service and one migration. */
function tree(sql: string): string {
  const root = mkdtempSync(join(dir, 'tree-'))
  const folder = join(root, 'services', 'auth', 'prisma', 'migrations', '20260101000000_first')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), sql)
  return root
}

test('two concurrent starts apply migrations once', async () => {
  const root = tree('CREATE TABLE "User" (id int);')
  const server = databaseUrl(postgres.url, 'once')
  const applied = await Promise.all([migrate(root, server, 'auth'), migrate(root, server, 'auth')])
  expect(applied.flat()).toEqual(['20260101000000_first'])
  expect(await count(databaseUrl(postgres.url, 'once_auth'), 'SELECT count(*)::int AS n FROM "User"')).toEqual({ n: 0 })
})

test('an edited migration is refused', async () => {
  const server = databaseUrl(postgres.url, 'edited')
  await migrate(tree('CREATE TABLE a (id int);'), server, 'auth')
  await expect(migrate(tree('CREATE TABLE b (id int);'), server, 'auth')).rejects.toThrow('was edited after it had been applied')
})

test('a failed migration is rolled back and runs once it is fixed', async () => {
  const server = databaseUrl(postgres.url, 'failed')
  await expect(migrate(tree('CREATE TABLE a (id int); SELECT nonsense;'), server, 'auth')).rejects.toThrow('failed and left nothing behind')
  expect(await migrate(tree('CREATE TABLE a (id int);'), server, 'auth')).toEqual(['20260101000000_first'])
})
