// @all: the size of the tables
/**
 * 200,000 activities and notifications of one owner: every page, and every statement that runs with each ring, reads a bounded number of
 * rows by an index. Explains the statements that the store builds.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { CALLER_HEADER, signBytesRequest } from '#kit/bytes.ts'
import { fetchRows, planByIndex } from '#kit/postgres.ts'
import type { HistoryFilter } from '#proto/history.ts'
import { type HotStatement, type Plan, prepareAll, rowsRead, scansAll } from '#scripts/testing/plans.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { createPrisma } from '../src/core/prisma.store.ts'
import { filtersOf, HORIZON, PAGE_BY_WINDOW, WINDOW } from '../src/history/history.sql.ts'
import { createHistory } from '../src/history/history.store.ts'
import { type Cursor, historyQuery } from '../src/history/history.ts'
import { hotStatements, hotStatementsByIndex, planNow, runOften } from './hot-statements.ts'
import { secondDoor } from './past.ts'
import { type Door, device, openDoor } from './people.ts'

const ROWS = 200_000
const NOW = new Date('2026-11-21T12:00:00Z')
const LIMIT = 50
const INTERNAL_KEY = 'a key between the services of the test'
const REPORT = false

/**
 * One ring every 12 s over 28 days; "needle" is on 7 of them, "harbour" on none of the newest 30,000 and on half of the rest.
 * The ids are unordered and unique, like the product's: multiples modulo the prime 2^31 - 1.
 */
const FILL = `INSERT INTO activities (id, owner_id, door_id, qr_code_id, key, activity_type, visitor_name, message, timestamp,
  ends_at, outcome, is_handled, has_chat, noted, expires_at)
SELECT (n::bigint * 48271 % 2147483647)::int, $1::int, CASE WHEN n % 50 = 0 THEN $3::int ELSE $2::int END, 'past', $1::int || '-' || n,
  CASE WHEN n % 20000 = 7 THEN 'video_call' ELSE 'doorbell_ring' END,
  (ARRAY['Marcus Bell','Priya Raman','Delivery','Tom Keller','Zoë Müller','李小龙'])[1 + n % 6] || ' ' || n % 977,
  'Parcel number ' || n || CASE WHEN n % 28000 = 11 THEN ' with a needle' WHEN n < 170000 AND n % 2 = 0 THEN ' at the harbour' ELSE '' END,
  $4::timestamptz - make_interval(secs => (200000 - n) * 12), $4::timestamptz - make_interval(secs => (200000 - n) * 12 - 45),
  CASE WHEN n % 40000 = 13 THEN 'cancelled' WHEN n < 150000 AND n % 7 = 0 THEN 'answered_audio'
    ELSE (ARRAY['missed','answered_video','dismissed'])[1 + n % 3] END,
  n % 2 = 0, n % 33333 = 5, true, '2099-01-01'
FROM generate_series(1, ${ROWS}) n`
const WORDS = `INSERT INTO activity_words SELECT id, owner_id, lower(visitor_name || E'\\n' || message)
FROM activities WHERE owner_id = $1 ORDER BY id`

/** Households of others: each account is a member of the next one's. */
const OWNERS = 'INSERT INTO owners (id) SELECT 1000000 + n FROM generate_series(1, 20000) n'
const MEMBERS = `INSERT INTO members (owner_id, user_id, name, owner_name, role, doors, joined_at)
SELECT 1000000 + n, 1000001 + n % 20000, 'Mina', 'Robin', 'member', ARRAY[n], now() FROM generate_series(1, 20000) n`

/** One of two hundred is unread. */
const NOTIFICATIONS = `INSERT INTO notifications (owner_id, type, kind, params, message, timestamp, read, activity_id, expires_at)
SELECT owner_id, 'doorbell', 'missed', jsonb_build_object('name', visitor_name), message, timestamp, random() > 0.005, id, expires_at
FROM activities WHERE owner_id = $1 ORDER BY timestamp`

/** The service with a heap too small for 200,000 rows: it would crash if it collected them. */
const SMALL_HEAP = '--max-semi-space-size=1 --max-old-space-size=96'

let world: Stack
let door: Door
let back: number
let pool: pg.Pool
/** Prepares and runs the hot statements before there are rows, as a service does that starts on an empty database. */
let early: { readonly main: pg.Client; readonly jobs: pg.Client }
let plannedOnEmptyTables: HotPlans
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'], envOf: { doorbell: { INTERNAL_KEY, NODE_OPTIONS: SMALL_HEAP } } })
  door = await openDoor(world)
  back = await secondDoor(world, door.ownerId, 'Back door')
  pool = new pg.Pool({ connectionString: world.databaseUrl('doorbell'), max: 2 })
  early = { main: await connect(), jobs: await connect() }
  await planByIndex(early.jobs)
  // Statistics that come while the tables fill would replace the plans of empty tables.
  for (const table of ['activities', 'activity_words', 'notifications'])
    await pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`)
  for (const [client, statements] of hotNow()) await prepareAll(client, statements)
  await runAllOften()
  await pool.query(FILL, [door.ownerId, door.doorId, back, NOW])
  await fillWords()
  await pool.query(NOTIFICATIONS, [door.ownerId])
  await pool.query(OWNERS)
  await pool.query(MEMBERS)
  // The account whose rows are read has a member.
  await pool.query('UPDATE members SET owner_id = $1, doors = ARRAY[$2::int] WHERE owner_id = 1000001', [door.ownerId, door.doorId])
  plannedOnEmptyTables = await hotPlans()
  await pool.query('VACUUM (ANALYZE) activities, activity_words, notifications, members, owners')
})
afterAll(async () => {
  await early.main.end()
  await early.jobs.end()
  await pool.end()
  await world.stop()
})

/** Building the index of words in one step is much faster than row by row. */
async function fillWords(): Promise<void> {
  const { rows } = await pool.query<{ name: string; made: string }>(
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'activity_words' AND indexdef LIKE '%gin%'`,
  )
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`)
  await pool.query(WORDS, [door.ownerId])
  for (const { made } of rows) await pool.query(made)
}

/** The first ring of FILL. */
const OLDEST = 48_271
const hotNow = (): (readonly [pg.Client, HotStatement[]])[] => {
  const during = new Date(NOW.getTime() - (ROWS - 1) * 12_000 + 10_000)
  const known = { ...door, activityId: OLDEST, during, now: NOW }
  return [
    [early.main, hotStatements(known)],
    [early.jobs, hotStatementsByIndex(known)],
  ]
}
const runAllOften = async () => {
  for (const [client, statements] of hotNow()) for (const statement of statements) await runOften(client, statement, OLDEST)
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.databaseUrl('doorbell') })
  await client.connect()
  return client
}

async function explain(text: string, values: readonly unknown[], client: pg.Pool | pg.PoolClient = pool): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values])
  const plan = rows[0]?.['QUERY PLAN'][0]
  if (!plan) throw new Error('no plan')
  return plan
}

/** The plan of every statement of one page. */
async function plansOf(filter: HistoryFilter, after?: Cursor): Promise<Plan[]> {
  const plans: Plan[] = []
  const spy = (client: pg.Pool | pg.PoolClient) => async (query: string | { readonly text: string; readonly values: unknown[] }) => {
    if (typeof query === 'string') return client.query(query)
    if (/^SELECT/.test(query.text)) plans.push(await explain(query.text, query.values, client))
    return client.query(query)
  }
  const spied = {
    query: spy(pool),
    connect: async () => {
      const client = await pool.connect()
      return { query: spy(client), release: () => client.release() }
    },
  }
  await createHistory(Object.assign(Object.create(pool) as pg.Pool, spied), prisma()).page(door.ownerId, historyQuery(filter), {
    limit: LIMIT,
    after,
    now: NOW,
  })
  return plans
}
const prisma = () => createPrisma(pool)

const middle: Cursor = { at: new Date('2026-11-05T12:00:00Z'), id: 2_000_000_000 }
const days = { from: '2026-11-01', to: '2026-11-01', timeZone: 'Europe/Berlin' }
type Case = readonly [string, () => HistoryFilter, Cursor?]
const CASES: readonly Case[] = [
  ['nothing', () => ({})],
  ['nothing, from the middle on', () => ({}), middle],
  ['a day three weeks ago', () => days],
  ['a common outcome', () => ({ outcome: 'missed' })],
  ['a rare outcome', () => ({ outcome: 'cancelled' })],
  ['an outcome there is none of', () => ({ outcome: 'answered_message' })],
  ['an outcome of old days alone, with a door', () => ({ outcome: 'answered_audio', door: back })],
  ['a door', () => ({ door: back })],
  ['a type of few', () => ({ type: 'video_call' })],
  ['what has chat', () => ({ tab: 'messages' })],
  ['notifications', () => ({ tab: 'notifications' })],
  ['everything at once', () => ({ type: 'message', outcome: 'missed', door: door.doorId, search: 'parcel', ...days })],
  ['a word on every ring', () => ({ search: 'PARCEL' })],
  ['a word on seven rings', () => ({ search: 'needle' })],
  ['a word on no ring, of common parts', () => ({ search: 'parcel of number' })],
  ['a word on half of the old rings', () => ({ search: 'harbour' })],
  ['words in another script', () => ({ search: '小龙 7' })],
  ['one letter', () => ({ search: 'ü' })],
  ['one letter that is nowhere', () => ({ search: '€' })],
  ['a type by its name', () => ({ search: 'video' })],
]

// Always three values: Jest would pass its own `done` for a missing third.
test.each(CASES.map(([name, filter, after]) => [name, filter, after] as const))(
  'a page of %s reads a bounded number of rows by index',
  async (name, filter, after) => {
    await plansOf(filter(), after)
    const plans = await plansOf(filter(), after)
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter(scansAll)).toEqual([])
    // Two lanes of one window, each read by page and by horizon, and the limit of the index of words.
    expect(plans.map(rowsRead).reduce((sum, rows) => sum + rows, 0)).toBeLessThan(WINDOW * 6)
    const ms = plans.reduce((sum, plan) => sum + plan['Execution Time'], 0)
    const planning = plans.reduce((sum, plan) => sum + plan['Planning Time'], 0)
    if (REPORT)
      process.stdout.write(`${name}: ${ms.toFixed(1)} ms, planning ${planning.toFixed(1)} ms, ${plans.map(rowsRead).join(' + ')} rows\n`)
  },
)

test('short pages together return every row once', async () => {
  const rows = await pool.query<{ id: number }>(
    `SELECT id FROM activities WHERE owner_id = $1 AND outcome = 'answered_audio' AND door_id = $2 ORDER BY timestamp DESC, id DESC`,
    [door.ownerId, back],
  )
  const history = createHistory(pool, prisma())
  for (const [filter, expected] of [
    [{ outcome: 'answered_audio', door: back } as const, rows.rows.map(({ id }) => id)],
    [{ search: 'harbour', door: back, outcome: 'answered_audio' } as const, undefined],
  ] as const) {
    const seen: number[] = []
    let after: Cursor | undefined
    do {
      const page = await history.page(door.ownerId, historyQuery(filter), { limit: 100, after, now: NOW })
      seen.push(...page.rings.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    if (expected) expect(seen).toEqual(expected)
    else expect(seen.length).toBeGreaterThan(100)
  }
})

test('rare words are on the first page, old common words on later ones', async () => {
  const list = (search: string) => world.bus.ask('doorbell.activities', { limit: LIMIT, search }, { caller: caller() })
  const [needle, harbour] = [await list('NEEDLE'), await list('harbour')]
  expect(needle.output).toHaveLength(8)
  expect(needle.next).toBeUndefined()
  expect([harbour.output.length, harbour.next]).toEqual([0, expect.any(String)])
})
const caller = () => ({ requestId: 't', address: '', userAgent: '', visits: [], ...device(door) })

test('a list shorter than its window has no horizon', async () => {
  const query = historyQuery({ outcome: 'cancelled' })
  const filters = filtersOf(query, undefined)
  const params = { ...query, ownerId: door.ownerId, afterAt: null, afterId: null, pattern: null, limit: LIMIT, now: NOW }
  expect(await fetchRows(pool, HORIZON.of(filters), params)).toEqual([])
  expect(await fetchRows(pool, PAGE_BY_WINDOW.of(filters), params)).toHaveLength(5)
})

const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** @returns the number of lines, and the growth of the service's memory after the first fifth */
async function exportAll(doorId?: number) {
  const { pid, http } = world.service('doorbell')
  if (!pid) throw new Error('doorbell runs')
  const input = { format: 'csv', ...(doorId ? { door: doorId } : {}) }
  const header = signBytesRequest(INTERNAL_KEY, 'doorbell.export_activities', input, caller(), new Date())
  const { body } = await fetch(`${http}/bytes/doorbell.export_activities`, { headers: { [CALLER_HEADER]: header } })
  let [lines, bytes, early, most] = [0, 0, 0, 0]
  for await (const chunk of body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1
    bytes += chunk.length
    const now = residentMb(pid)
    if (lines < ROWS / 5) early = Math.max(early, now)
    most = Math.max(most, now)
  }
  return { lines, bytes, early, grown: most - early }
}

test('an export of 200,000 rows uses the memory of a page', async () => {
  await exportAll(back)
  const whole = await exportAll()
  if (REPORT) process.stdout.write(`export ${JSON.stringify(whole)}\n`)
  expect(whole.lines).toBe(ROWS + 1)
  expect(whole.bytes).toBeGreaterThan(20_000_000)
})

/** All unread notifications of the owner, in index and table, and their rings. */
const HOT_ROWS = 4_500
type HotPlans = readonly (readonly [name: string, Plan])[]

async function hotPlans(): Promise<HotPlans> {
  const plans: (readonly [string, Plan])[] = []
  for (const [client, statements] of hotNow())
    for (const statement of statements) plans.push([statement.name, await planNow(client, statement, OLDEST)])
  return plans
}

function expectFewRows(plans: HotPlans): void {
  if (REPORT)
    for (const [name, plan] of plans) process.stdout.write(`${name}: ${plan['Execution Time'].toFixed(2)} ms, ${rowsRead(plan)} rows\n`)
  expect(plans).toHaveLength(hotNow().flatMap(([, statements]) => statements).length)
  expect(plans.filter(([, plan]) => scansAll(plan) || rowsRead(plan) > HOT_ROWS).map(([name]) => name)).toEqual([])
}

test('hot statements that were planned on empty tables read few rows by index', () => expectFewRows(plannedOnEmptyTables))

test('hot statements read few rows by index', async () => {
  await runAllOften()
  expectFewRows(await hotPlans())
})
