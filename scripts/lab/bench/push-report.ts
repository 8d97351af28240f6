/** The evaluation of `npm run bench -- push`: the figures of its samples, the bounds, and the table. */
import { inWords, quantile, spread } from './stats.ts'

/**
 * `p50`, `p95`: milliseconds from a ring's commit to the arrival of its last push's headers at the push service. `cpuRatio`: notify's CPU
 * per push ÷ that of encryption alone.
 */
export const BOUNDS = { p50: 10, p95: 30, cpuRatio: 2.5 } as const

/** Milliseconds to a ring's last push, from its publication right after the commit, and from when it was placed, before the commit. */
export type PushTime = { readonly fromCommit: number; readonly fromPlaced: number }
/** CPU of one round, milliseconds. */
export type CostRound = {
  readonly pushes: number
  /** All CPU of notify. */
  readonly notify: number
  /** Only encryption and headers of one push, at the round's rate and measured before and after it; `loop`: without pauses. */
  readonly alone: number
  readonly loop: number
  /** The further CPU of the round, by process. */
  readonly beside: Readonly<Record<string, number>>
}
export type PushResults = { readonly times: readonly PushTime[]; readonly costs: readonly CostRound[]; readonly rings: number }

type Ring = { readonly topic: string; readonly placedAt: number; readonly publishedAt: number }
type Arrival = { readonly topic: string; readonly at: number }

/** @throws Error for a ring that was not pushed once to each device: what is measured must be right */
export function pushTimes(rings: readonly Ring[], arrivals: readonly Arrival[], devices: number): PushTime[] {
  const byTopic = Map.groupBy(arrivals, ({ topic }) => topic)
  return rings.map(({ topic, placedAt, publishedAt }) => {
    const pushes = byTopic.get(topic) ?? []
    if (pushes.length !== devices) throw new Error(`a ring was pushed ${pushes.length} times to ${devices} devices`)
    const last = Math.max(...pushes.map(({ at }) => at))
    return { fromCommit: last - publishedAt, fromPlaced: last - placedAt }
  })
}

export const cpuRatios = (costs: readonly CostRound[]): number[] => costs.map(({ notify, pushes, alone }) => notify / pushes / alone)

type Line = { readonly label: string; readonly value: number; readonly bound: number; readonly unit: string; readonly holds: boolean }

/** @returns each figure that has a bound */
export function boundedLines({ times, costs }: PushResults): Line[] {
  const committed = times.map(({ fromCommit }) => fromCommit)
  const line = (label: string, value: number, bound: number, unit = ' ms'): Line => ({ label, value, bound, unit, holds: value <= bound })
  return [
    line('ring committed → its last push handed over, p50', quantile(committed, 0.5), BOUNDS.p50),
    line('ring committed → its last push handed over, p95', quantile(committed, 0.95), BOUNDS.p95),
    line('CPU of notify a push ÷ encryption and headers alone', quantile(cpuRatios(costs), 0.5), BOUNDS.cpuRatio, ''),
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`

/** @returns false if a bound is missed */
export function printPush(results: PushResults): boolean {
  const { times, costs, rings } = results
  const placed = times.map(({ fromPlaced }) => fromPlaced)
  const eachMs = inWords(spread(costs.map(({ notify, pushes }) => notify / pushes)), 3)
  const aloneMs = inWords(spread(costs.map(({ alone }) => alone)), 3)
  const loopMs = inWords(spread(costs.map(({ loop }) => loop)), 3)
  const loopRatio = spread(costs.map(({ notify, pushes, loop }) => notify / pushes / loop))
  const lines = boundedLines(results)
  console.log('')
  for (const { label, value, bound, unit, holds } of lines)
    console.log(`${holds ? '      ' : 'MISSED'}  ${label}: ${value.toFixed(2)}${unit}, at most ${bound}${unit}`)
  console.log(`        ratio of each round: ${inWords(spread(cpuRatios(costs)))}; ms of CPU a push: ${eachMs}, alone: ${aloneMs}`)
  console.log(`        alone in a loop: ${loopMs} ms; notify ÷ that: ${inWords(loopRatio)}`)
  const [p50, p95] = [0.5, 0.95].map((q) => quantile(placed, q).toFixed(2))
  console.log(`        from before the commit: p50 ${p50} ms, p95 ${p95} ms; ${times.length} rings`)
  const names = Object.keys(costs[0]?.beside ?? {})
  const beside = names.map((name) => `${name} ${seconds(sum(costs.map((round) => round.beside[name] ?? 0)))}`)
  const pushes = sum(costs.map((round) => round.pushes))
  console.log(
    `        CPU of ${rings} rings with ${pushes} pushes: notify ${seconds(sum(costs.map(({ notify }) => notify)))}; ${beside.join(', ')}`,
  )
  const holds = lines.every((line) => line.holds)
  console.log(holds ? 'every bound holds' : 'not every bound holds')
  return holds
}
