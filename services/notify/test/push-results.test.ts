// @all: what a copy writes when it dies or Postgres is away, which push-failures.test.ts shows once
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { whileHeld } from '#scripts/testing/while-held.ts'
import { createPushes } from '../src/pushes/pushes.store.ts'
import type { ClaimedPush, Pushes, PushResult } from '../src/pushes/pushes.ts'

const NOW = new Date('2027-01-01T12:00:00Z')
const LATER = new Date('2027-01-01T12:00:20Z')
const END = new Date('2027-01-01T12:00:45Z')
let world: Stack
let pool: pg.Pool
let pushes: Pushes
let activityId = 0
beforeAll(async () => {
  world = await startStack({ services: ['notify'] })
  pool = new pg.Pool({ connectionString: world.databaseUrl('notify') })
  pushes = createPushes(pool, 'key')
})
afterAll(async () => {
  await pool.end()
  await world.stop()
})

/** A ring that is being sent to a device. Its times are far ahead, so that the service itself does not claim it. */
async function claimed(): Promise<ClaimedPush> {
  activityId += 1
  await pool.query(
    `INSERT INTO devices (id, user_id, session, name, platform, browser, endpoint, p256dh, auth, public_key, created_at, last_seen_at)
    VALUES ($1, $2, $3, 'Device', 'Linux', 'Firefox', 'https://localhost/push', 'p', 'a', 'k', $4, $4)`,
    [randomUUID(), activityId, `session ${activityId}`, NOW],
  )
  const times = { at: NOW.toISOString(), endsAt: END.toISOString() }
  const ring = { type: 'placed', activityId, ownerId: activityId, doorId: 1, ...times, test: false, quiet: false } as const
  const [push] = await pushes.claimRings([ring], { now: NOW, leasedUntil: LATER, expiresAt: new Date('2027-02-01') })
  if (!push) throw new Error('no push was claimed')
  return push
}
const resultOf = (push: ClaimedPush, status: number | null, state: PushResult['state'], nextAt: Date | null = null): PushResult => ({
  ...{ push, status, state, nextAt },
})
const rowOf = async ({ id }: ClaimedPush) =>
  (await pool.query('SELECT state, attempts, statuses, next_at AS "nextAt" FROM pushes WHERE id = $1', [id])).rows[0]
/** Another copy, or this one, claims it after its lease. */
async function claimAgain({ id }: ClaimedPush): Promise<ClaimedPush> {
  const due = await pushes.claimDue({ now: LATER, leasedUntil: new Date('2027-01-01T12:00:40Z'), limit: 100 })
  const found = due.find((push) => push.id === id)
  if (!found) throw new Error('the push was not due')
  return found
}

test.each([
  ['an answer', 500, 'due', { state: 'due', attempts: 1, statuses: [500] }],
  ['a request that was not sent', null, 'due', { state: 'due', attempts: 0, statuses: [] }],
] as const)('the result of %s counts once, however often it is written', async (_what, status, state, row) => {
  const push = await claimed()
  const result = resultOf(push, status, state, END)
  await pushes.record([result], NOW)
  await pushes.record([result], NOW)
  expect(await rowOf(push)).toMatchObject(row)
})

test('a lost answer leaves its place empty', async () => {
  const again = await claimAgain(await claimed())
  await pushes.record([resultOf(again, 201, 'accepted')], LATER)
  expect(await rowOf(again)).toMatchObject({ state: 'accepted', attempts: 2, statuses: [0, 201] })
})

test('a late result leaves the push to the copy that took it over', async () => {
  const push = await claimed()
  const again = await claimAgain(push)
  await pushes.record([resultOf(push, 500, 'due', END)], LATER)
  expect(await rowOf(push)).toMatchObject({ state: 'sending', attempts: 2, statuses: [500] })
  await pushes.record([resultOf(again, 201, 'accepted')], LATER)
  expect(await rowOf(push)).toMatchObject({ state: 'accepted', attempts: 2, statuses: [500, 201] })
})

test('a late answer of a push that was given up still counts', async () => {
  const push = await claimed()
  await pushes.dropOverdue(new Date(END.getTime() + 1))
  await pushes.record([resultOf(push, 201, 'accepted')], LATER)
  expect(await rowOf(push)).toMatchObject({ state: 'accepted', statuses: [201], nextAt: null })
})

test('a ring that ended while it was being sent stays due until its end is claimed', async () => {
  const push = await claimed()
  const ring = push.activityId ?? 0
  await pushes.endRings([{ activityId: ring, outcome: 'cancelled', at: NOW, session: null, device: null }], END)
  expect(await pushes.record([resultOf(push, 201, 'accepted')], NOW)).toEqual([ring])
  for (let copy = 0; copy < 2; copy += 1) expect(await pushes.dropOverdue(NOW)).toContain(ring)
  expect(await rowOf(push)).toMatchObject({ state: 'accepted', statuses: [201] })
  const [ended] = await pushes.claimEnded([ring], { now: NOW, leasedUntil: LATER, missedSeconds: 60 })
  expect(ended).toMatchObject({ kind: 'ended', activityId: ring })
  expect(await pushes.dropOverdue(NOW)).not.toContain(ring)
})

test('a subscription that is gone leaves the one that has taken its place', async () => {
  const push = await claimed()
  await pool.query("UPDATE devices SET endpoint = 'https://localhost/new' WHERE id = $1", [push.device.id])
  await pushes.record([resultOf(push, 410, 'gone')], NOW)
  expect(await rowOf(push)).toMatchObject({ state: 'gone', statuses: [410] })
  const [device] = (await pool.query('SELECT endpoint FROM devices WHERE id = $1', [push.device.id])).rows
  expect(device).toEqual({ endpoint: 'https://localhost/new' })
})

test('a ring that was being stored while its account was deleted goes', async () => {
  const { activityId: id, userId } = await claimed()
  const kept = await claimed()
  await pool.query('INSERT INTO tombstones (user_id) VALUES ($1)', [userId])
  await pushes.deleteExpired(NOW, NOW)
  const rows = async (table: string) =>
    (await pool.query<{ id: number }>(`SELECT activity_id AS id FROM ${table} WHERE activity_id = ANY ($1)`, [[id, kept.activityId]])).rows
  for (const table of ['rings', 'steps']) expect(await rows(table)).toEqual([{ id: kept.activityId }])
})

const OF_DEVICE = 'SELECT 1 FROM devices WHERE id = $1 FOR UPDATE'
/** Fails at once where another transaction has the push. */
const isFree = async ({ id }: ClaimedPush) =>
  (await pool.query('SELECT 1 FROM pushes WHERE id = $1 FOR UPDATE NOWAIT', [id])).rowCount === 1

test.each([
  ['a result', (push: ClaimedPush) => pushes.record([resultOf(push, 201, 'accepted')], NOW)],
  ['a report', (push: ClaimedPush) => pushes.report(push.token, 'shown', NOW)],
])('%s holds no push while it waits for its device, which is being removed', async (_what, write) => {
  const push = await claimed()
  const writing: Promise<unknown>[] = []
  const meanwhile = async (wait: (count: number) => Promise<unknown>) => {
    writing.push(write(push))
    await wait(1)
    expect(await isFree(push)).toBe(true)
  }
  await whileHeld(world, OF_DEVICE, push.device.id, meanwhile, 'notify')
  await Promise.all(writing)
})

test('what another statement is busy with is dropped by the next run', async () => {
  const push = await claimed()
  const later = new Date(END.getTime() + 1)
  await whileHeld(world, 'SELECT 1 FROM pushes WHERE id = $1 FOR UPDATE', push.id, async () => pushes.dropOverdue(later), 'notify')
  expect(await rowOf(push)).toMatchObject({ state: 'sending' })
  await pushes.dropOverdue(later)
  expect(await rowOf(push)).toMatchObject({ state: 'failed' })
})

test('a report that comes after weeks counts', async () => {
  const push = await claimed()
  const weeksLater = new Date(NOW.getTime() + 29 * 86_400_000)
  expect(await pushes.report(push.token, 'shown', weeksLater)).toMatchObject({ isFirst: true })
})

test('a message soon after a withheld one waits, and a further one adds no row', async () => {
  const { activityId: id, userId } = await claimed()
  const times = { now: NOW, leasedUntil: LATER, expiresAt: END, gapSeconds: 15, lifeSeconds: 60 }
  const message = (ref: string) => pushes.claimMessage({ subject: `messages-${id}`, userId, activityId: id ?? 0, ref }, times)
  const [first] = await message('one')
  if (!first) throw new Error('no message was claimed')
  await pushes.record([resultOf(first, null, 'withheld')], NOW)
  expect([await message('two'), await message('three')]).toEqual([[], []])
  const { rows } = await pool.query("SELECT state FROM pushes WHERE activity_id = $1 AND kind = 'message' ORDER BY created_at, subject", [
    id,
  ])
  expect(rows).toEqual([{ state: 'withheld' }, { state: 'due' }])
})
