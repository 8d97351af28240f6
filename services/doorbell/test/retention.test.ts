import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createClock } from '#kit/clock.ts'
import type { Files } from '#kit/files.ts'
import { openFolder } from '#kit/files-local.ts'
import { DAY_MS } from '#proto/durations.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type PastRing, pastRings } from './past.ts'
import { device, openDoor, ring } from './people.ts'

let world: Stack
let folder: string
let files: Files
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorbell-forgets-'))
  files = await openFolder(folder, createClock())
  world = await startStack({ services: ['doorbell'], envOf: { doorbell: { FILES_DIR: folder, FORGET_EVERY_MS: '150' } } })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

/** How often the job has found that another copy has its lease. */
async function refusedTries(): Promise<number> {
  const text = await (await fetch(`${world.httpOf('doorbell')}/metrics`)).text()
  return Number(/^doorbell_job_runs_total\{job_name="forget",result="elsewhere"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** @returns those of the ids that still exist, in the same order */
const there = async (ids: readonly number[]) => {
  const rows = await world.postgres<{ id: number }>('doorbell', 'SELECT id FROM activities WHERE id = ANY($1::int[])', [ids])
  const left = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => left.has(id))
}
const count = async (table: string, id: number) => {
  const [row] = await world.postgres<{ n: number }>('doorbell', `SELECT count(*)::int AS n FROM ${table} WHERE activity_id = $1`, [id])
  return row?.n
}
/** A photo in the service's file store. */
async function storePhoto(letter: string): Promise<string> {
  const name = letter.repeat(32)
  await files.put(`photos/${name}`, Buffer.from('picture'), { type: 'image/jpeg' })
  return name
}
async function isKept(name: string): Promise<boolean> {
  const found = await files.open(`photos/${name}`)
  found?.stream.destroy()
  return found !== undefined
}
const over = (more: Partial<PastRing> = {}): PastRing => ({ at: '2026-01-01T00:00:00Z', expiresAt: '2026-01-04T00:00:00Z', ...more })

// covers: N-retention
test('expired rings are deleted with photos; live and in-call rings stay', async () => {
  const door = await openDoor(world)
  const [gone, kept] = [await storePhoto('a'), await storePhoto('b')]
  const [expired, later, talking, lost] = (await pastRings(world, door, [
    over({ photo: gone }),
    over({ expiresAt: '2098-01-01T00:00:00Z', photo: kept }),
    over({ expiresAt: '2098-01-01T00:00:00Z' }),
    over({ expiresAt: '2098-01-01T00:00:00Z' }),
  ])) as [number, number, number, number]
  const live = await ring(world, door)
  const now = Date.parse(live.visit.timestamp)
  const call = (activityId: number, startedAt: number) =>
    world.postgres('doorbell', `INSERT INTO calls (id, activity_id, kind, started_at) VALUES ($1, $2, 'video', $3)`, [
      `call-${activityId}`,
      activityId,
      new Date(startedAt),
    ])
  await call(talking, now - 60_000)
  await call(lost, now - 2 * DAY_MS)
  await world.postgres('doorbell', `UPDATE activities SET expires_at = '2026-01-04T00:00:00Z' WHERE id = ANY($1::int[])`, [
    [talking, lost, live.id],
  ])
  await eventually('what is over to be gone', async () => (await there([expired, lost])).length === 0)
  expect(await there([later, talking, live.id])).toEqual([later, talking, live.id])
  expect([await isKept(gone), await isKept(kept)]).toEqual([false, true])
  await world.postgres('doorbell', 'UPDATE calls SET ended_at = $2, seconds = 60 WHERE activity_id = $1', [talking, new Date(now)])
  await eventually('the ended call to go', async () => (await there([talking])).length === 0)
})

test('one of two copies deletes, the other takes over @all', async () => {
  const door = await openDoor(world)
  const old = () =>
    world.postgres(
      'doorbell',
      // Random ids may collide among thousands.
      `INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, timestamp, ends_at, outcome, expires_at)
       SELECT $1, $2, 'past', gen_random_uuid()::text, 'V', 'm', '2026-01-01', '2026-01-01', 'missed', '2026-01-04'
       FROM generate_series(1, 3000)
       ON CONFLICT (id) DO NOTHING`,
      [door.ownerId, door.doorId],
    )
  const left = async () => {
    const [row] = await world.postgres<{ n: number }>('doorbell', 'SELECT count(*)::int AS n FROM activities WHERE owner_id = $1', [
      door.ownerId,
    ])
    return row?.n
  }
  const second = await world.another('doorbell', { FORGET_EVERY_MS: '150' })
  await old()
  await eventually('all to be gone', async () => (await left()) === 0)
  await old()
  await world.kill('doorbell')
  await world.clock.shift(120_000)
  await eventually('the second copy to finish', async () => (await left()) === 0)
  await second.process.end('SIGTERM')
  await world.restart('doorbell')
})

test('a copy deletes only after another’s lease has expired', async () => {
  const door = await openDoor(world)
  await eventually('the lease to be free', async () => (await world.postgres('doorbell', 'SELECT 1 FROM leases')).length === 0)
  await world.postgres(
    'doorbell',
    `INSERT INTO leases (name, holder, until) VALUES ('forget', gen_random_uuid(), '2097-01-01')
    ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until`,
  )
  const [id = 0] = await pastRings(world, door, [over()])
  const before = await refusedTries()
  await eventually('the job to find the lease taken', async () => (await refusedTries()) > before + 1)
  expect(await there([id])).toEqual([id])
  await world.postgres('doorbell', `UPDATE leases SET until = '2026-01-01'`)
  await eventually('the ring to be gone', async () => (await there([id])).length === 0)
})

// Last: it shifts every clock by days, and a copy started later would not be shifted.
// covers: L-storage
test('a free ring is deleted with all its rows after three days', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.write_as_visitor', { id, message: 'Anyone?' }, caller)
  await world.rpc('doorbell.handle', { id, handledType: 'message' }, device(door))
  await eventually(
    'the notification and the search words',
    async () => (await count('notifications', id)) === 2 && (await count('activity_words', id)) === 1,
  )
  const young = await ring(world, door)
  await world.postgres('doorbell', 'UPDATE activities SET expires_at = expires_at + interval $$1 day$$ WHERE id = $1', [young.id])
  await world.rpc('doorbell.handle', { id: young.id, handledType: 'dismissed' }, device(door))
  await world.clock.shift(3 * DAY_MS + 60_000)
  await eventually('the ring to be gone', async () => (await there([id])).length === 0)
  for (const table of ['messages', 'marks', 'notifications', 'activity_words', 'calls']) expect(await count(table, id)).toBe(0)
  expect(await there([young.id])).toEqual([young.id])
})
