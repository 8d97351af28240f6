/** `npm run bench -- ring`: the product's ring against the baseline's, interleaved, both durable, on the same Postgres. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import WebSocket from 'ws'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { databaseName, databaseUrl, migrate } from '#scripts/database/migrate.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { saveReport } from './report.ts'
import type { Arrivals } from './ring-load.ts'
import {
  ALL_CPU,
  addDoors,
  databaseOf,
  idleCost,
  measure,
  newCodes,
  productOf,
  RATES,
  ROWS,
  type Round,
  residentsOf,
  SECONDS,
  type Subject,
  startProduct,
  WARM_UP_RINGS,
  warmUp,
} from './ring-subject.ts'
import { inWords, type Spread, spread } from './stats.ts'

export async function benchRing(rounds: number): Promise<void> {
  const world = await startProduct()
  const bare = await startBare(world)
  try {
    const perRate = RATES.map((rate) => rate * SECONDS * rounds).reduce((a, b) => a + b, 0)
    const subjects = await prepare(world, bare, perRate + WARM_UP_RINGS)
    await warmUp(subjects)
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
  const residents = await residentsOf(world)
  const owners = residents.map((resident) => resident.user.id)
  const product = await productOf(world, residents)
  const plain: Arrivals = new Map()
  for (const owner of owners) await listenBare(bare.url, owner, plain)
  const pids = () => [bare.child.pid ?? 0, ...databaseOf(world)]
  const simple: Subject = { name: 'bare', url: bare.url, databaseUrl: bare.databaseUrl, pids, doors: [], arrivals: plain }
  const codes = newCodes(doors)
  for (const subject of [product, simple]) await addDoors(subject, codes, owners)
  return [product, simple]
}

async function listenBare(url: string, owner: number, arrivals: Arrivals): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?owner=${owner}`)
  socket.on('message', (data) => arrivals.set((JSON.parse(String(data)) as { activityId: number }).activityId, performance.now()))
  await once(socket, 'open')
}

/** The ratio of each number per round, which cancels disturbances that affected both programs. */
function ratio(results: Map<string, Round[]>, rate: number, of: (round: Round) => number): Spread {
  const product = results.get(`product@${rate}`) ?? []
  const bare = results.get(`bare@${rate}`) ?? []
  return spread(product.map((round, index) => of(round) / (bare[index] ? of(bare[index]) : Number.NaN)))
}

function print(results: Map<string, Round[]>): void {
  console.log('\nproduct ÷ bare, median (least to most) over the rounds; ms in brackets: product, bare')
  for (const rate of RATES) {
    const of = (name: string, pick: (round: Round) => number) => spread((results.get(`${name}@${rate}`) ?? []).map(pick)).median.toFixed(2)
    const show = (label: string, pick: (round: Round) => number) =>
      console.log(`  ${rate}/s  ${label.padEnd(32)} ${inWords(ratio(results, rate, pick))}  [${of('product', pick)}, ${of('bare', pick)}]`)
    for (const [label, pick] of [...ROWS, ALL_CPU]) show(label, pick)
  }
}
