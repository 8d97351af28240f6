// @all: its days pass for the whole product; the row is shown by the gateway's page
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { STATUS } from '#proto/limits.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'notify', 'gateway'] })
})
afterAll(() => world.stop())

type Rings = { readonly count: number; readonly doors: number; readonly shownMs?: number; readonly change?: string }
let nextId = 1
/** Rings of yesterday and before, as notify stores them, each shown by a push after so long. */
async function store({ count, doors, shownMs, change }: Rings): Promise<void> {
  const first = nextId
  nextId += count
  const at = new Date(world.now() - 2 * DAY_MS)
  await world.postgres(
    'notify',
    `INSERT INTO rings (activity_id, owner_id, door_id, committed_at, ends_at, test, outcome, expires_at)
    SELECT n, 900000 + n % $3, 900000 + n % $3, at, at + interval '45 s', false, 'missed', at + interval '30 d'
    FROM generate_series($1::int, $1::int + $2::int - 1) n, (SELECT $4::timestamptz AS at) rung`,
    [first, count, doors, at],
  )
  const range = [first, first + count - 1]
  if (change) await world.postgres('notify', `UPDATE rings SET ${change} WHERE activity_id BETWEEN $1 AND $2`, range)
  if (shownMs === undefined) return
  await world.postgres(
    'notify',
    `INSERT INTO devices (id, user_id, session, name, platform, browser, created_at, last_seen_at)
    SELECT gen_random_uuid(), owner_id, 'counted ' || activity_id, 'Phone', 'Android', 'Chrome', $3, $3
    FROM rings WHERE activity_id BETWEEN $1 AND $2`,
    [...range, at],
  )
  await world.postgres(
    'notify',
    `INSERT INTO pushes (id, user_id, device_id, activity_id, kind, subject, state, created_at, ends_at, shown_at, ring_time, expires_at)
    SELECT gen_random_uuid(), r.owner_id, d.id, r.activity_id, 'ring', 'ring-' || r.activity_id, 'accepted', r.committed_at, r.ends_at,
      r.committed_at, $3, r.expires_at
    FROM rings r JOIN devices d ON d.session = 'counted ' || r.activity_id WHERE r.activity_id BETWEEN $1 AND $2`,
    [...range, shownMs],
  )
}
const status = async () => (await world.rpc('notify.ring_status', {})).status
const countedUntil = async () =>
  (await world.postgres<{ until: Date }>('notify', 'SELECT until FROM ring_status')).map(({ until }) => until)
/** A day later all is counted anew. */
async function nextDay(): Promise<void> {
  const [before] = await countedUntil()
  await world.clock.shift(DAY_MS)
  await eventually('the next day to be counted', async () => {
    const counted = await countedUntil()
    return counted.length === 1 && counted[0]?.getTime() !== before?.getTime()
  })
}

test('rings are counted a day late, and nothing is said of few', async () => {
  await store({ count: STATUS.ringsLeast - 1, doors: STATUS.doorsLeast, shownMs: 80 })
  await nextDay()
  const [until] = await countedUntil()
  expect(until?.getTime()).toBe(Math.floor(world.now() / DAY_MS) * DAY_MS - DAY_MS)
  expect(await status()).toBeNull()
})

test('quiet rings, test rings and those of today are not counted', async () => {
  await store({ count: 30, doors: 30, shownMs: 10, change: 'quiet = true' })
  await store({ count: 30, doors: 30, shownMs: 10, change: 'test = true' })
  await store({ count: 30, doors: 30, shownMs: 10, change: "committed_at = committed_at + interval '4 days'" })
  await nextDay()
  expect(await status()).toBeNull()
})

test('a page that showed a ring counts as a push does, and a ring that reached nobody as not shown', async () => {
  const resident = await world.resident()
  const socket = await resident.socket()
  const { id } = await world.visitor().ring(resident)
  socket.send({ type: 'receipt', activityId: id, state: 'delivered' })
  await eventually('the receipt', async () => (await world.rpc('doorbell.ring_reach', { activityId: id })).onAPage)
  const unseen = await world.visitor().ring(await world.resident())
  // The day that holds them is whole, and a day old.
  await nextDay()
  await nextDay()
  const shown = await world.postgres<{ activity_id: number; shown_ms: number | null }>(
    'notify',
    'SELECT activity_id, shown_ms FROM rings WHERE measured AND activity_id IN ($1, $2)',
    [id, unseen.id],
  )
  expect(Object.fromEntries(shown.map((ring) => [ring.activity_id, ring.shown_ms]))).toEqual({
    [id]: expect.any(Number),
    [unseen.id]: null,
  })
})

test('with enough rings the status says how long they took, of how many doors, and nothing else', async () => {
  await store({ count: 20, doors: STATUS.doorsLeast, shownMs: 2_400 })
  await nextDay()
  const found = await status()
  expect(Object.keys(found ?? {}).toSorted()).toEqual(['doors', 'p50', 'p95', 'prompt', 'rings', 'since', 'until'])
  expect(found).toMatchObject({ p50: 80, p95: 2_400 })
  expect(found?.doors).toBeGreaterThanOrEqual(STATUS.doorsLeast)
  expect((found?.rings ?? 0) - (found?.prompt ?? 0)).toBeGreaterThanOrEqual(20)
})
