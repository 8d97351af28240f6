/**
 * `npm run bench -- ring | call --against <commit>`: two commits side by side on one machine, measured in turn (one, other, other, one, …),
 * so that disturbances of the machine affect both. Each pair of samples makes one ratio per figure; the interval comes from these.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { inTime } from '#scripts/testing/wait.ts'
import { saveReport } from '../report.ts'
import { type Interval, quantile, ratioInterval } from '../stats.ts'
import type { Figures, Reply } from './sampler.ts'
import { checkOut } from './tree.ts'

export type Compared = 'ring' | 'call'
/** A first start of another commit installs what its lock file asks for; then a sample takes some seconds. */
const ANSWER_MS = 900_000
const END_MS = 60_000
type Side = { readonly name: string; readonly child: ChildProcess; readonly samples: Figures[]; failed: number }

export type CompareOptions = {
  /** Pairs of samples. */
  readonly rounds: number
  /** Whether this tree's product sends traces, and the other does not. */
  readonly traced: boolean
}

/** @throws Error if a product does not start or cannot be measured */
export async function benchAgainst(which: Compared, against: string, { rounds, traced }: CompareOptions): Promise<void> {
  const other = checkOut(against)
  const sides: Side[] = []
  const clean = () => {
    for (const { child } of sides) if (child.connected) child.disconnect()
    other.remove()
  }
  process.once('SIGINT', () => {
    clean()
    process.exit(130)
  })
  try {
    sides.push(
      await start([which], other.folder, other.commit),
      traced ? await start([which, '--traces'], ROOT, 'this tree with traces') : await start([which], ROOT, 'this tree'),
    )
    for (let round = 1; round <= rounds; round += 1) {
      const pair = new Map<Side, Figures | undefined>()
      for (const side of round % 2 ? sides : [...sides].reverse()) pair.set(side, await sample(side))
      keepWhole(pair)
      console.log(`round ${round} of ${rounds}`)
    }
    const [before, after] = sides.map(({ samples }) => samples)
    const results = compare(before ?? [], after ?? [])
    print(`${sides[1]?.name} ÷ ${other.commit}`, results)
    const failed = Object.fromEntries(sides.map(({ name, failed }) => [name, failed]))
    console.log(`Samples that failed, and whose pairs are left out: ${sides.map(({ name, failed }) => `${name} ${failed}`).join(', ')}`)
    saveReport(`${which}-against`, { against: other.commit, traced, rounds, failed, results })
  } finally {
    await Promise.all(sides.map(({ child }) => ended(child)))
    other.remove()
  }
}

async function start(args: readonly string[], tree: string, name: string): Promise<Side> {
  // Started by run.mjs, which installs what the other commit's lock file asks for.
  const child = fork(join(tree, 'scripts', 'run.mjs'), ['scripts/lab/bench/against/child.ts', ...args], { cwd: tree })
  const side = { name, child, samples: [], failed: 0 }
  const { error } = await answer(side)
  if (error) throw new Error(`${name}: ${error}`)
  console.log(`${name} runs`)
  return side
}

/** @returns nothing, and counts it, where the measurement failed: one call that does not connect does not lose an hour's figures */
async function sample(side: Side): Promise<Figures | undefined> {
  side.child.send('sample')
  const { error, figures } = await answer(side)
  if (!error) return figures
  side.failed += 1
  console.error(`${side.name}: ${error}`)
  return undefined
}

/** A pair of samples makes a ratio only if both sides were measured. */
function keepWhole(pair: ReadonlyMap<Side, Figures | undefined>): void {
  if ([...pair.values()].includes(undefined)) return
  for (const [side, figures] of pair) if (figures) side.samples.push(figures)
}

/** @returns also an error that the child reports @throws Error where it ends without a message or hangs */
async function answer({ name, child }: Side): Promise<Reply> {
  const over = new AbortController()
  const { signal } = over
  const gone = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${name}: its process ended with ${code}`)
  })
  const message = once(child, 'message', { signal }).then(([received]) => received as Reply)
  try {
    return await inTime(name, Promise.race([message, gone]), ANSWER_MS)
  } finally {
    // Aborting removes the other listener, whose promise rejects.
    for (const waiting of [gone, message]) waiting.catch(() => undefined)
    over.abort()
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (child.connected) child.disconnect()
  await inTime('a side to end', exit, END_MS).catch(async () => {
    child.kill('SIGKILL')
    await exit
  })
}

type Result = Interval & { readonly figure: string; readonly before: number; readonly after: number }

/** Figures that both sides have in every round. */
function compare(before: readonly Figures[], after: readonly Figures[]): Result[] {
  const names = Object.keys(before[0] ?? {})
  return names.flatMap((figure) => {
    const [was, is] = [before, after].map((samples) => samples.map((sample) => sample[figure] ?? Number.NaN))
    const interval = ratioInterval(was ?? [], is ?? [])
    return interval ? [{ figure, before: quantile(was ?? [], 0.5), after: quantile(is ?? [], 0.5), ...interval }] : []
  })
}

/** @param sides what is divided by what */
function print(sides: string, results: readonly Result[]): void {
  console.log(`\n${sides}: ratio (95 % confidence interval), medians in brackets; * where the interval does not hold 1`)
  const width = Math.max(...results.map(({ figure }) => figure.length))
  for (const { figure, before, after, ratio, low, high } of results) {
    const mark = low > 1 || high < 1 ? '*' : ' '
    const interval = `${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
    console.log(`${mark} ${figure.padEnd(width)}  ${interval}  [${after.toFixed(2)}, ${before.toFixed(2)}]`)
  }
  console.log(`One figure in twenty has a * by chance: run it again before you believe one.`)
}
