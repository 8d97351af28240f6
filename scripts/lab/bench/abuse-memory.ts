/**
 * `npm run bench -- abuse --memory`: the memory that attacks leave behind. Every flood three times, then a rest of five minutes. PSS,
 * because memory is the scarce resource of the machine.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { megabytesOf } from '#scripts/start/processes.ts'
import { ALL_SERVICES, type Stack } from '#scripts/testing/stack.ts'
import { attack, attackerOf } from './abuse.ts'
import { LIKE_CONTROL, QUIET } from './abuse-report.ts'
import { startAbuseWorld } from './abuse-world.ts'
import { saveReport } from './report.ts'

const TIMES = 3
const SECONDS = 10
const REST_MS = 300_000
const SETTLE_MS = 5_000
/** Of the memory before, once the attacks are over. */
const KEPT_RATIO = 1.5
/** How much a third attack may end above the second. */
const GROWTH_RATIO = 1.05

type Memory = Readonly<Record<string, number>>

const memoryOf = (stack: Stack): Memory => Object.fromEntries(ALL_SERVICES.map((name) => [name, megabytesOf(stack.service(name).pid ?? 0)]))

/** @param restMs for a trial @returns whether every bound holds */
export async function benchMemory(restMs = REST_MS): Promise<boolean> {
  const world = await startAbuseWorld()
  const { stack } = world
  try {
    const run = async (name: string, count: number) => {
      const seconds = name === QUIET || count === 0 ? 1 : SECONDS
      const attacker = { ...(await attackerOf(world, name, count)), seconds }
      await attack(world, name, attacker, async () => undefined)
    }
    // Pages, documents and code that the first request of each needs stay in memory; they are not the attack's.
    for (const name of LIKE_CONTROL) await run(name, 0)
    await pause(SETTLE_MS)
    const series = [memoryOf(stack)]
    for (let count = 1; count <= TIMES; count += 1) {
      for (const name of LIKE_CONTROL) await run(name, count)
      await pause(SETTLE_MS)
      series.push(memoryOf(stack))
    }
    await pause(restMs)
    series.push(memoryOf(stack))
    saveReport('memory', { series })
    return print(series)
  } finally {
    await world.stop()
  }
}

function print(series: readonly Memory[]): boolean {
  console.log(
    `\n| MB of PSS | before | ${series
      .slice(1, -1)
      .map((_, index) => `attack ${index + 1}`)
      .join(' | ')} | after a rest |`,
  )
  console.log(`|---|${series.map(() => '---|').join('')}`)
  const missed = ALL_SERVICES.flatMap((name) => {
    const of = series.map((memory) => memory[name] ?? Number.NaN)
    console.log(`| ${name} | ${of.map((mb) => mb.toFixed(0)).join(' | ')} |`)
    const [before = 0, second = 0, third = 0, rested = 0] = [of[0], of.at(-3), of.at(-2), of.at(-1)]
    return [
      ...(rested <= before * KEPT_RATIO ? [] : [`${name} keeps ${rested.toFixed(0)} MB, at most ${(before * KEPT_RATIO).toFixed(0)}`]),
      ...(third <= second * GROWTH_RATIO ? [] : [`${name} grows from ${second.toFixed(0)} to ${third.toFixed(0)} MB`]),
    ]
  })
  for (const sentence of missed) console.log(`MISSED ${sentence}`)
  console.log(missed.length ? 'not every bound holds' : 'every bound holds')
  return missed.length === 0
}
