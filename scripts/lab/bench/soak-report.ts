/** The evaluation of `npm run bench -- soak`: slopes of memory, the bounds, and the report. */
import { FRAME_WAIT_MS, failuresInWords } from './ring-load.ts'
import type { SoakCall } from './soak-calls.ts'
import type { ProcessSample, Sample } from './soak-samples.ts'
import { quantile, type Slope, slopeInterval } from './stats.ts'

/** Percent of the mean in ten minutes. */
export const MOST_GROWTH = 1
const GROWTH_MINUTES = 10
const WARM_UP_MINUTES = 10
/** Of a run that is too short for ten minutes of warm-up. */
const WARM_UP_SHARE = 1 / 3
const MS_PER_MINUTE = 60_000

/** Milliseconds from sending a ring to its 201, and to the frame. */
export type Window = { readonly minute: number; readonly rings: number; readonly answers: Quantiles; readonly frames: Quantiles }
export type Quantiles = { readonly p50: number; readonly p95: number }
export type SoakError = { readonly minute: number; readonly reason: string }
export type SoakResults = {
  readonly minutes: number
  readonly sockets: number
  readonly calls: number
  /** When it was interrupted, undefined for a whole run. */
  readonly interruptedAt: number | undefined
  readonly windows: readonly Window[]
  readonly samples: readonly Sample[]
  /** Calls that had media until their end. */
  readonly done: readonly SoakCall[]
  readonly errors: readonly SoakError[]
}

export type Growth = {
  readonly name: string
  readonly what: 'rssMb' | 'heapMb'
  readonly first: number
  readonly last: number
  /** Percent of the mean in ten minutes; undefined if too few samples differ from the ones before. */
  readonly percent: Slope | undefined
  readonly verdict: 'holds' | 'missed' | 'undecided'
}

export const quantilesOf = (times: readonly number[]): Quantiles => ({ p50: quantile(times, 0.5), p95: quantile(times, 0.95) })

/** @returns the samples after the warm-up */
export function judgedSamples(samples: readonly Sample[]): Sample[] {
  const warmUp = Math.min(WARM_UP_MINUTES, (samples.at(-1)?.minute ?? 0) * WARM_UP_SHARE)
  return samples.filter(({ minute }) => minute >= warmUp)
}

/** Missed if the whole interval is above the bound, undecided if only a part of it is. */
function verdictOf(percent: Slope | undefined): Growth['verdict'] {
  if (!percent || (percent.low <= MOST_GROWTH && percent.high > MOST_GROWTH)) return 'undecided'
  return percent.high <= MOST_GROWTH ? 'holds' : 'missed'
}

/** @returns how the memory of each process grows after the warm-up */
export function growths(samples: readonly Sample[]): Growth[] {
  const judged = judgedSamples(samples)
  const names = Object.keys(judged[0]?.processes ?? {})
  return names.flatMap((name) =>
    (['rssMb', 'heapMb'] as const).flatMap((what) => {
      const points = judged.flatMap(({ minute, processes }) => {
        const value = processes[name]?.[what]
        return value === undefined ? [] : [{ minute, value }]
      })
      const [values, times] = [points.map(({ value }) => value), points.map(({ minute }) => minute)]
      const [first, last] = [values[0], values.at(-1)]
      if (first === undefined || last === undefined) return []
      const percent = inPercent(slopeInterval(times, values), values)
      return [{ name, what, first, last, percent, verdict: verdictOf(percent) }]
    }),
  )
}

function inPercent(slope: Slope | undefined, values: readonly number[]): Slope | undefined {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const percent = (perMinute: number) => (perMinute * GROWTH_MINUTES * 100) / mean
  return slope && { slope: percent(slope.slope), low: percent(slope.low), high: percent(slope.high) }
}

/** Errors of an interrupted run, without those of requests that were under way when it was interrupted. */
export function countedErrors({ errors, interruptedAt }: SoakResults): SoakError[] {
  const until = interruptedAt === undefined ? Number.POSITIVE_INFINITY : interruptedAt - FRAME_WAIT_MS / MS_PER_MINUTE
  return errors.filter(({ minute }) => minute < until)
}

/** @returns a sentence for each bound that is missed, and for what cannot be decided */
export function judgeSoak(results: SoakResults): { readonly missed: string[]; readonly undecided: string[] } {
  const { calls, done, samples, interruptedAt, minutes } = results
  const errors = countedErrors(results)
  const grown = growths(samples)
  const sentence = ({ name, what, percent }: Growth) => `${what === 'rssMb' ? 'memory' : 'heap'} of ${name}: ${percentInWords(percent)}`
  const of = (verdict: Growth['verdict']) => grown.filter((growth) => growth.verdict === verdict).map(sentence)
  return {
    missed: [
      ...(errors.length ? [`${errors.length} errors: ${failuresInWords(errors)}`] : []),
      ...of('missed').map((text) => `${text} in ${GROWTH_MINUTES} minutes, at most ${MOST_GROWTH} %`),
      ...(interruptedAt === undefined && done.length < calls ? [`${done.length} of ${calls} calls had media until their end`] : []),
    ],
    undecided: [
      ...(grown.length ? of('undecided') : ['no memory was sampled']),
      ...(interruptedAt === undefined ? [] : [`interrupted after ${interruptedAt.toFixed(1)} of ${minutes} minutes`]),
    ],
  }
}

const percentInWords = (percent: Slope | undefined) =>
  percent ? `${percent.slope.toFixed(2)} % (${percent.low.toFixed(2)} to ${percent.high.toFixed(2)})` : 'too few samples'

/** @returns whether every bound is shown to hold */
export function printSoak(results: SoakResults): boolean {
  const { windows, samples, done } = results
  console.log('\n| from minute | rings | 201, p50, p95 | frame, p50, p95 |\n|---|---|---|---|')
  for (const { minute, rings, answers, frames } of windows)
    console.log(`| ${minute.toFixed(0)} | ${rings} | ${inMs(answers)} | ${inMs(frames)} |`)
  console.log(
    '\n| process | memory after the warm-up, at the end, MB | in ten minutes (95 %) | heap | in ten minutes | descriptors | event loop |',
  )
  console.log('|---|---|---|---|---|---|---|')
  const grown = growths(samples)
  for (const name of new Set(grown.map((growth) => growth.name))) console.log(processRow(name, grown, judgedSamples(samples)))
  console.log('event loop: p99 of a timer of 10 ms in each half minute, ms: median and most')
  const [first, last] = [judgedSamples(samples)[0], samples.at(-1)]
  if (first && last) for (const line of storeLines(first, last)) console.log(line)
  console.log(
    `calls with media until their end: ${done.map(({ seconds, checks }) => `${seconds.toFixed(0)} s, ${checks} checks`).join('; ')}`,
  )
  const { missed, undecided } = judgeSoak(results)
  for (const text of missed) console.log(`MISSED ${text}`)
  for (const text of undecided) console.log(`UNDECIDED ${text}`)
  console.log(missed.length ? 'not every bound holds' : undecided.length ? 'not everything can be decided' : 'every bound holds')
  return missed.length + undecided.length === 0
}

const inMs = ({ p50, p95 }: Quantiles) => `${p50.toFixed(1)}, ${p95.toFixed(1)} ms`

function processRow(name: string, grown: readonly Growth[], judged: readonly Sample[]): string {
  const columns = (['rssMb', 'heapMb'] as const).flatMap((what) => {
    const growth = grown.find((one) => one.name === name && one.what === what)
    return growth ? [`${growth.first.toFixed(1)}, ${growth.last.toFixed(1)}`, percentInWords(growth.percent)] : ['–', '–']
  })
  const all = (key: keyof ProcessSample) => judged.flatMap(({ processes }) => processes[name]?.[key] ?? [])
  const [descriptors, loops] = [all('descriptors'), all('loopMs')]
  const loop = loops.length ? `${quantile(loops, 0.5).toFixed(0)}, ${Math.max(...loops).toFixed(0)}` : '–'
  return `| ${name} | ${columns.join(' | ')} | ${descriptors[0]}, ${descriptors.at(-1)}, at most ${Math.max(...descriptors)} | ${loop} |`
}

function storeLines(first: Sample, last: Sample): string[] {
  const change = (of: (sample: Sample) => number) => `${of(first).toFixed(1)} to ${of(last).toFixed(1)} MB`
  const servers = Object.keys(last.serversMb).map((name) => `${name} ${change(({ serversMb }) => serversMb[name] ?? Number.NaN)}`)
  return [
    `memory of the stores, which keep what is rung: ${servers.join(', ')}`,
    `their data: Postgres ${change(({ stores }) => stores.postgresMb)}, NATS' streams ${change(({ stores }) => stores.natsMb)}, ` +
      `Redis ${change(({ stores }) => stores.redisMb)} (${first.stores.redisKeys} to ${last.stores.redisKeys} keys)`,
  ]
}
