/** `npm run bench -- ring`: the product's ring against the baseline's, interleaved, both durable, on the same Postgres. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import WebSocket from 'ws'
import { randomBase62, randomCrockford } from '#kit/ids.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { databaseName, databaseUrl, migrate } from '#scripts/database/migrate.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { cpuMilliseconds } from './cpu.ts'
import { saveReport } from './report.ts'
import { type Arrivals, type Measured, ringAtRate } from './ring-load.ts'
import { inWords, quantile, type Spread, spread } from './stats.ts'

const RATES = [20, 100] as const
const SECONDS = 5
const RESIDENTS = 20
/** Short, so that the rings of a round expire in the same round. */
const RING_LIFE_MS = 3_000
const SETTLE_MS = RING_LIFE_MS + 3_000

/** One program under load: its URL, the processes whose CPU time counts, and its unused doors. */
type Subject = {
  readonly name: string
  readonly url: string
  readonly pids: () => number[]
  readonly doors: string[]
  readonly arrivals: Arrivals
}
type Round = {
  readonly p50: number
  readonly p95: number
  readonly frame50: number
  readonly frame95: number
  readonly cpu: number
  readonly cpuAll: number
}

export async function benchRing(rounds: number): Promise<void> {
  const world = await startStack({
    durable: true,

    env: { RING_LIFE_MS: String(RING_LIFE_MS) },
  })
  const bare = await startBare(world)
  try {
    const perRate = RATES.map((rate) => rate * SECONDS * rounds).reduce((a, b) => a + b, 0)
    const subjects = await prepare(world, bare, perRate + 100)
    for (const subject of subjects) await ringAtRate({ url: subject.url, rate: 25, seconds: 2, doors: take(subject, 50) }, subject.arrivals)
    await pause(SETTLE_MS)
    const idle = await idleCost(subjects)
    const results = new Map<string, Round[]>()
    for (let round = 1; round <= rounds; round += 1) {
      for (const rate of RATES)
        for (const subject of round % 2 ? subjects : [...subjects].reverse()) {
          const measured = await measure(subject, rate, idle.get(subject.name) ?? 0)
          const key = `${subject.name}@${rate}`
          results.set(key, [...(results.get(key) ?? []), measured])
          console.log(
            `round ${round}  ${key.padEnd(12)}  p50 ${ms(measured.p50)}  p95 ${ms(measured.p95)}  frame p50 ${ms(measured.frame50)}`,
          )
        }
    }
    print(results)
    saveReport('ring', Object.fromEntries(results))
  } finally {
    bare.child.disconnect()
    await world.stop()
  }
}

const ms = (value: number) => `${value.toFixed(2)} ms`

async function startBare(world: Stack): Promise<{ readonly child: ChildProcess; readonly url: string; readonly databaseUrl: string }> {
  const server = databaseUrl(world.servers.postgres.url, 'bare')
  await migrate(ROOT, server, 'doorbell')
  const url = databaseUrl(server, databaseName(server, 'doorbell'))
  const child = fork(join(import.meta.dirname, 'bare.ts'), { env: { PATH: process.env.PATH, DATABASE_URL: url } })
  const [port] = (await once(child, 'message')) as [number]
  return { child, url: `http://127.0.0.1:${port}`, databaseUrl: url }
}

/** The same residents' doors in both databases, and a socket of every resident at both programs. */
async function prepare(world: Stack, bare: Awaited<ReturnType<typeof startBare>>, doors: number): Promise<Subject[]> {
  const residents: Resident[] = []
  for (let count = 0; count < RESIDENTS; count += 1) residents.push(await world.resident())
  const owners = residents.map((resident) => resident.user.id)
  const codes = Array.from({ length: doors }, () => randomBase62(20))
  await Promise.all([addDoors(world.databaseUrl('doorbell'), codes, owners), addDoors(bare.databaseUrl, codes, owners)])
  const product: Arrivals = new Map()
  const plain: Arrivals = new Map()
  for (const resident of residents)
    (await resident.socket()).listen((frame) => frame.type === 'doorbell_ring' && product.set(frame.activityId, performance.now()))
  for (const owner of owners) await listenBare(bare.url, owner, plain)
  const database = world.servers.postgres.pid
  const parts = () => [...world.pids(), ...(database ? [database] : [])]
  return [
    { name: 'product', url: world.url, pids: parts, doors: [...codes], arrivals: product },
    { name: 'bare', url: bare.url, pids: () => [bare.child.pid ?? 0, ...(database ? [database] : [])], doors: [...codes], arrivals: plain },
  ]
}

async function addDoors(url: string, codes: readonly string[], owners: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const owner of owners) await client.query("INSERT INTO owners (id, tier) VALUES ($1, 'free') ON CONFLICT DO NOTHING", [owner])
  // Each door counts as the only door of a free account, the common case, although here one owner has many.
  await client.query('DROP INDEX IF EXISTS doors_one_primary')
  const short = codes.map(() => randomCrockford(8))
  const owned = codes.map((_, index) => owners[index % owners.length])
  const numbers = codes.map((_, index) => 1_000_000_000 + index)
  await client.query(
    `INSERT INTO doors (owner_id, label, qr_code_id, short_code, public_number, enabled, "primary", created_at)
     SELECT owner, 'Bench', code, short, number, true, true, $5
     FROM unnest($1::int[], $2::text[], $3::text[], $4::int[]) AS t(owner, code, short, number)`,
    [owned, codes, short, numbers, new Date()],
  )
  await client.end()
}

async function listenBare(url: string, owner: number, arrivals: Arrivals): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?owner=${owner}`)
  socket.on('message', (data) => arrivals.set((JSON.parse(String(data)) as { activityId: number }).activityId, performance.now()))
  await once(socket, 'open')
}

const take = (subject: Subject, count: number): string[] => subject.doors.splice(0, count)

/** Milliseconds of CPU time per second that an idle program uses. */
async function idleCost(subjects: readonly Subject[]): Promise<Map<string, number>> {
  const before = subjects.map((subject) => cpuMilliseconds(subject.pids()))
  await pause(5_000)
  return new Map(subjects.map((subject, index) => [subject.name, (cpuMilliseconds(subject.pids()) - (before[index] ?? 0)) / 5]))
}

async function measure(subject: Subject, rate: number, idle: number): Promise<Round> {
  const rings = rate * SECONDS
  const began = performance.now()
  const before = cpuMilliseconds(subject.pids())
  const measured: Measured = await ringAtRate({ url: subject.url, rate, seconds: SECONDS, doors: take(subject, rings) }, subject.arrivals)
  const cost = () => (cpuMilliseconds(subject.pids()) - before - (idle * (performance.now() - began)) / 1000) / rings
  const cpu = cost()
  await pause(SETTLE_MS)
  if (measured.errors > 0)
    console.log(`  ${subject.name}@${rate}: ${measured.errors} of ${rings} rings got no answer or no frame ${measured.reasons.join('; ')}`)
  const [p50, p95] = [quantile(measured.answers, 0.5), quantile(measured.answers, 0.95)]
  return { p50, p95, frame50: quantile(measured.frames, 0.5), frame95: quantile(measured.frames, 0.95), cpu, cpuAll: cost() }
}

/** The ratio of each number per round, which cancels disturbances that affected both programs. */
function ratio(results: Map<string, Round[]>, rate: number, of: (round: Round) => number): Spread {
  const product = results.get(`product@${rate}`) ?? []
  const bare = results.get(`bare@${rate}`) ?? []
  return spread(product.map((round, index) => of(round) / (bare[index] ? of(bare[index]) : Number.NaN)))
}

function print(results: Map<string, Round[]>): void {
  const rows: [string, (round: Round) => number][] = [
    ['201, p50', (round) => round.p50],
    ['201, p95', (round) => round.p95],
    ['frame, p50', (round) => round.frame50],
    ['frame, p95', (round) => round.frame95],
    ['CPU up to the 201 and the frame', (round) => round.cpu],
  ]
  console.log('\nproduct ÷ bare, median (least to most) over the rounds; ms in brackets: product, bare')
  for (const rate of RATES) {
    const of = (name: string, pick: (round: Round) => number) => spread((results.get(`${name}@${rate}`) ?? []).map(pick)).median.toFixed(2)
    const show = (label: string, pick: (round: Round) => number) =>
      console.log(`  ${rate}/s  ${label.padEnd(32)} ${inWords(ratio(results, rate, pick))}  [${of('product', pick)}, ${of('bare', pick)}]`)
    for (const [label, pick] of rows) show(label, pick)
    // Only the product has these costs: compared with the baseline's total.
    show('CPU with all that follows', (round) => round.cpuAll)
  }
}
