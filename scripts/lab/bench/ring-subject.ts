/** Programs that are rung by the benchmarks of the ring, and one round of rings at one of them. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { randomBase62, randomCrockford } from '#kit/ids.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { cpuMilliseconds } from './cpu.ts'
import { type Arrivals, failuresInWords, type Measured, ringAtRate } from './ring-load.ts'
import { quantile } from './stats.ts'

export const RATES = [20, 100] as const
export const SECONDS = 5
const RESIDENTS = 20
/** Short, so that the rings of a round expire in the same round. */
const RING_LIFE_MS = 3_000
const SETTLE_MS = RING_LIFE_MS + 3_000
export const WARM_UP_RINGS = 50

/** One program under load: its URL, the processes whose CPU time counts, and its unused doors. */
export type Subject = {
  readonly name: string
  readonly url: string
  readonly databaseUrl: string
  readonly pids: () => number[]
  readonly doors: string[]
  readonly arrivals: Arrivals
}
export type Round = {
  readonly p50: number
  readonly p95: number
  readonly frame50: number
  readonly frame95: number
  readonly cpu: number
  readonly cpuAll: number
}

/** @param env further settings of every service */
export const startProduct = (env: Readonly<Record<string, string>> = {}) =>
  startStack({ durable: true, env: { RING_LIFE_MS: String(RING_LIFE_MS), ...env } })

export async function warmUp(subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects)
    await ringAtRate({ url: subject.url, rate: WARM_UP_RINGS / 2, seconds: 2, doors: take(subject, WARM_UP_RINGS) }, subject.arrivals)
  await pause(SETTLE_MS)
}

export async function residentsOf(world: Stack): Promise<readonly Resident[]> {
  const residents: Resident[] = []
  for (let count = 0; count < RESIDENTS; count += 1) residents.push(await world.resident())
  return residents
}

/** The product as a subject: each resident has an open socket; doors are added later. */
export async function productOf(world: Stack, residents: readonly Resident[]): Promise<Subject> {
  const arrivals: Arrivals = new Map()
  for (const resident of residents)
    (await resident.socket()).listen((frame) => frame.type === 'doorbell_ring' && arrivals.set(frame.activityId, performance.now()))
  const pids = () => [...world.pids(), ...databaseOf(world)]
  return { name: 'product', url: world.url, databaseUrl: world.databaseUrl('doorbell'), pids, doors: [], arrivals }
}

export const databaseOf = (world: Stack) => (world.servers.postgres.pid ? [world.servers.postgres.pid] : [])
export const newCodes = (count: number) => Array.from({ length: count }, () => randomBase62(20))

export async function addDoors(subject: Subject, codes: readonly string[], owners: readonly number[]): Promise<void> {
  subject.doors.push(...codes)
  const client = new pg.Client({ connectionString: subject.databaseUrl })
  await client.connect()
  for (const owner of owners) await client.query("INSERT INTO owners (id, tier) VALUES ($1, 'free') ON CONFLICT DO NOTHING", [owner])
  // Each door counts as the only door of a free account, the common case, although here one owner has many.
  await client.query('DROP INDEX IF EXISTS doors_one_primary')
  const short = codes.map(() => randomCrockford(8))
  const owned = codes.map((_, index) => owners[index % owners.length])
  await client.query(
    `INSERT INTO doors (owner_id, label, qr_code_id, short_code, public_number, enabled, "primary", created_at)
     SELECT owner, 'Bench', code, short, 1000000000 + (SELECT count(*) FROM doors)::int + number, true, true, $4
     FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS t(owner, code, short, number)`,
    [owned, codes, short, new Date()],
  )
  await client.end()
}

const take = (subject: Subject, count: number): string[] => subject.doors.splice(0, count)

/** Milliseconds of CPU time per second that an idle program uses. */
export async function idleCost(subjects: readonly Subject[]): Promise<Map<string, number>> {
  const before = subjects.map((subject) => cpuMilliseconds(subject.pids()))
  await pause(5_000)
  return new Map(subjects.map((subject, index) => [subject.name, (cpuMilliseconds(subject.pids()) - (before[index] ?? 0)) / 5]))
}

export async function measure(subject: Subject, rate: number, idle: number): Promise<Round> {
  const rings = rate * SECONDS
  const began = performance.now()
  const before = cpuMilliseconds(subject.pids())
  const measured: Measured = await ringAtRate({ url: subject.url, rate, seconds: SECONDS, doors: take(subject, rings) }, subject.arrivals)
  const cost = () => (cpuMilliseconds(subject.pids()) - before - (idle * (performance.now() - began)) / 1000) / rings
  const cpu = cost()
  await pause(SETTLE_MS)
  const { failures } = measured
  if (failures.length) console.log(`  ${subject.name}@${rate}: ${failures.length} of ${rings} rings failed: ${failuresInWords(failures)}`)
  const [p50, p95] = [quantile(measured.answers, 0.5), quantile(measured.answers, 0.95)]
  return { p50, p95, frame50: quantile(measured.frames, 0.5), frame95: quantile(measured.frames, 0.95), cpu, cpuAll: cost() }
}

export type Row = readonly [label: string, pick: (round: Round) => number]
export const ROWS: readonly Row[] = [
  ['201, p50', (round) => round.p50],
  ['201, p95', (round) => round.p95],
  ['frame, p50', (round) => round.frame50],
  ['frame, p95', (round) => round.frame95],
  ['CPU up to the 201 and the frame', (round) => round.cpu],
]
/** Only the product has these costs: compared with the baseline's total. */
export const ALL_CPU: Row = ['CPU with all that follows', (round) => round.cpuAll]
