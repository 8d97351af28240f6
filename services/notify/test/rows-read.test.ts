// @all: the size of the tables
/**
 * A month of rings of a thousand accounts: each ring's statements read the rows of that ring alone. Its connections plan each statement
 * once, on the tables as they are then: mostly empty.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { planByIndex } from '#kit/postgres.ts'
import { HOUSEHOLD } from '#proto/limits.ts'
import { explained, type HotStatement, hot, type Plan, prepareAll, rolledBack, rowsRead, run, scansAll } from '#scripts/testing/plans.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import * as pushes from '../src/pushes/pushes.sql.ts'
import * as steps from '../src/steps/steps.sql.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const LATER = new Date(NOW.getTime() + 20_000)
const RINGS = 50_000
/** The ring that is live; its owner has two devices, as all have. It has ten members, as many as a household may have. */
const RING = 25_000
const OWNER = 1 + (RING % 1_000)
const MEMBERS = Array.from({ length: HOUSEHOLD.max }, (_, index) => 1 + ((OWNER + index) % 1_000))
const ROWS_MOST = 200

const FILL = [
  `INSERT INTO devices (id, user_id, session, name, platform, browser, endpoint, p256dh, auth, public_key, created_at, last_seen_at)
   SELECT gen_random_uuid(), 1 + n % 1000, 'session ' || n, 'Device', 'Linux', 'Firefox', 'https://localhost/' || n, 'p', 'a', 'k', $1, $1
   FROM generate_series(1, 2000) n`,
  `INSERT INTO rings (activity_id, owner_id, members, door_id, committed_at, ends_at, test, outcome, ended_at, expires_at, pushed)
   SELECT n, 1 + n % 1000, CASE WHEN n = ${RING} THEN ARRAY[${MEMBERS}] ELSE '{}' END, n % 1000, $1,
     $1::timestamptz + interval '45 s', false, 'missed', $1, $1::timestamptz + interval '30 days', 2
   FROM generate_series(1, ${RINGS}) n`,
  `INSERT INTO pushes (id, user_id, device_id, activity_id, kind, subject, state, statuses, created_at, ends_at, expires_at)
   SELECT gen_random_uuid(), d.user_id, d.id, activity_id, 'ring', 'ring-' || activity_id, 'accepted', '{201}', $1, r.ends_at, r.expires_at
   FROM rings r JOIN devices d ON d.user_id = ANY (r.owner_id || r.members)`,
  `INSERT INTO steps (id, activity_id, owner_id, number, kind, due_at, state, expires_at)
   SELECT gen_random_uuid(), activity_id, owner_id, 1, 'mail', $1, 'skipped', expires_at FROM rings`,
]
/** One ring is live, with a push that is due and one that was taken, and its step is due. */
const OPEN = `WITH ring AS (UPDATE rings SET outcome = NULL WHERE activity_id = ${RING}),
  step AS (UPDATE steps SET state = 'waiting', next_at = $1 WHERE activity_id = ${RING})
UPDATE pushes SET state = CASE WHEN id = (SELECT min(id::text)::uuid FROM pushes WHERE activity_id = ${RING}) THEN 'due' ELSE state END,
  next_at = $1 WHERE activity_id = ${RING}`

let world: Stack
let client: pg.Client
beforeAll(async () => {
  world = await startStack({ services: ['notify'] })
  client = new pg.Client({ connectionString: world.databaseUrl('notify') })
  await client.connect()
  await planByIndex(client)
  for (const table of ['devices', 'rings', 'pushes', 'steps']) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
  await prepareAll(client, statementsOf(randomUUID()))
  for (const statement of statementsOf(randomUUID())) await rolledBack(client, () => run(client, statement))
  for (const text of FILL) await client.query(text, [new Date(NOW.getTime() - 3_600_000)])
})
afterAll(async () => {
  await client.end()
  await world.stop()
})

const ring = {
  activityId: RING + RINGS,
  ownerId: OWNER,
  doorId: 1,
  deviceId: null,
  subject: 'ring-new',
  test: false,
  quiet: false,
  members: MEMBERS,
}
const times = { now: NOW, leasedUntil: LATER }
const kept = { expiresAt: new Date('2026-12-28') }
const end = { activityId: RING, ownerId: OWNER, outcome: 'missed', at: NOW.toISOString(), session: null, device: null }
const notice = { userId: OWNER, activityId: RING, ref: 'message-1', ...times, ...kept }

/** Every statement that is prepared on the connections of rings. @param pushId of the live ring */
const statementsOf = (pushId: string): HotStatement[] => [
  hot(pushes.CLAIM_RINGS, {
    batch: { rings: [{ ...ring, at: NOW.toISOString(), endsAt: LATER.toISOString() }] },
    ...{ ...times, ...kept, stepKinds: ['mail'], stepSeconds: [8] },
  }),
  hot(pushes.END_RINGS, { batch: { rings: [end, { ...end, activityId: ring.activityId }] }, ...{ ...kept, stepKinds: ['mail'] } }),
  hot(pushes.CLAIM_ENDED, {
    activityIds: [RING, RING + 1],
    subjects: [`ring-${RING}`, `ring-${RING + 1}`],
    ...times,
    missedSeconds: 86_400,
  }),
  hot(pushes.DROP_OVERDUE, { now: NOW }),
  hot(pushes.CLAIM_DUE, { ...times, limit: 100 }),
  hot(pushes.RECORD_RESULTS, {
    ...{ ids: [pushId], attempts: [1], endpoints: ['e'], statuses: [201], states: ['accepted'], reasons: [''], nextAts: [''], now: NOW },
  }),
  hot(pushes.REPORT_PUSH, { id: pushId, event: 'shown', now: NOW }),
  hot(pushes.CLAIM_NOTICE, { ...notice, kind: 'message', subject: 'message-1', session: null, endsAt: LATER }),
  hot(pushes.CLAIM_MESSAGE, { ...notice, subject: `messages-${RING}`, gapSeconds: 15, lifeSeconds: 3_600 }),
  hot(steps.NEXT_DUE, { until: LATER }),
  hot(steps.CLAIM_STEPS, { ...times, kinds: ['mail'], limit: 50 }),
  hot(steps.FINISH_STEPS, { ids: [pushId], reasons: ['over'] }),
]

const planWithLiveRing = (statement: HotStatement): Promise<Plan> =>
  rolledBack(client, async () => {
    await client.query(OPEN, [NOW])
    return explained(client, statement)
  })

async function expectFewRows(): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM pushes WHERE activity_id = $1 LIMIT 1', [RING])
  const read: (readonly [string, number | string])[] = []
  for (const statement of statementsOf(rows[0]?.id ?? '')) {
    const plan = await planWithLiveRing(statement)
    read.push([statement.name, scansAll(plan) ? 'a whole table' : rowsRead(plan)])
  }
  expect(read.filter(([, count]) => typeof count === 'string' || count > ROWS_MOST)).toEqual([])
}

test('every statement that is prepared for rings is here', () => {
  const prepared = Object.values({ ...pushes, ...steps }).filter((statement) => statement.prepared)
  expect(statementsOf(randomUUID()).map(({ name }) => name)).toEqual(expect.arrayContaining(prepared.map(({ name }) => name)))
})

test('statements that were planned on empty tables read few rows by index', () => expectFewRows())

test('statements that are planned on full tables read few rows by index', async () => {
  await client.query('ANALYZE')
  await expectFewRows()
})
