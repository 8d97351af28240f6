/** The evaluation of `npm run bench -- reconnect`: its bounds, and the table. */
import { failuresInWords } from './ring-load.ts'
import { inWords, quantile, spread } from './stats.ts'

/**
 * `ratio`: until the last page is back with what it missed ÷ the same at the bare server, in the same round. `harm`: p95 of the rings at
 * other residents while pages return ÷ the greater of two: before the kill, and while the same pages return to the bare server.
 */
export const BOUNDS = { ratio: 1.3, harm: 1.5 } as const

/** One kill. Milliseconds since it, unless the name says otherwise. */
export type Round = {
  readonly pages: number
  /** When the pages registered again, of those that did. */
  readonly backs: readonly number[]
  /** When the killed process served again. */
  readonly servesAgain: number
  /** Rings that were placed from the kill on at doors of the pages: how many, and when each arrived; empty at the bare server. */
  readonly missed: { readonly placed: number; readonly arrived: readonly number[] }
  /** From sending to the frame of rings at residents of the other copy. */
  readonly before: readonly number[]
  readonly during: readonly number[]
  /** Rings without a 201 or a frame. */
  readonly failures: readonly { readonly reason: string }[]
  /** Why pages were without a socket, with their number. */
  readonly reasons: Readonly<Record<string, number>>
  /** Milliseconds of CPU until all were back, by process, with what rings and others cost meanwhile. */
  readonly cpu: Readonly<Record<string, number>>
}
export type Rounds = { readonly product: readonly Round[]; readonly bare: readonly Round[] }

/** @returns when the last page was back and had what it missed; infinite if one is not */
export function lastBack({ pages, backs, missed }: Round): number {
  if (backs.length < pages || missed.arrived.length < missed.placed) return Number.POSITIVE_INFINITY
  return Math.max(...backs, ...missed.arrived)
}

export const ratios = ({ product, bare }: Rounds): number[] =>
  product.map((round, index) => lastBack(round) / (bare[index] ? lastBack(bare[index]) : Number.NaN))

const p95 = (times: readonly number[]) => quantile(times, 0.95)

/** @returns a sentence for each bound that is missed */
export function missedBounds(rounds: Rounds): string[] {
  const { product, bare } = rounds
  const ratio = quantile(ratios(rounds), 0.5)
  const allowed = BOUNDS.harm * Math.max(p95(product.flatMap(({ before }) => before)), p95(bare.flatMap(({ during }) => during)))
  const during = p95(product.flatMap((round) => round.during))
  const failures = [...product, ...bare].flatMap((round) => round.failures)
  const lost = product.flatMap(({ pages, backs, missed }) => [pages - backs.length, missed.placed - missed.arrived.length])
  return [
    ...(lost.some((count) => count > 0) ? [`pages that are not back, rings that did not arrive, of each round: ${lost.join(', ')}`] : []),
    ...(ratio <= BOUNDS.ratio ? [] : [`all back after ${ratio.toFixed(2)} times the bare server's time, at most ${BOUNDS.ratio}`]),
    ...(during <= allowed ? [] : [`rings of others: p95 ${during.toFixed(0)} ms, at most ${allowed.toFixed(0)}`]),
    ...(failures.length ? [`rings failed: ${failuresInWords(failures)}`] : []),
  ]
}

/** @returns false if a bound is missed */
export function printReconnect(rounds: Rounds): boolean {
  console.log(
    '\n| | pages back, p50 | p95 | last, with what was missed | served again | missed rings arrived | others, p50, p95 before | during |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const name of ['bare', 'product'] as const) for (const round of rounds[name]) console.log(row(name, round))
  console.log('milliseconds since the kill; a ring: from sending to the frame')
  console.log(`until the last is back, product ÷ bare: ${inWords(spread(ratios(rounds)))}`)
  for (const name of ['bare', 'product'] as const)
    for (const { reasons, cpu } of rounds[name]) {
      const used = Object.entries(cpu).map(([process, ms]) => `${process} ${(ms / 1_000).toFixed(1)} s`)
      console.log(`${name}: pages without a socket ${JSON.stringify(reasons)}; CPU until all were back: ${used.join(', ')}`)
    }
  const missed = missedBounds(rounds)
  for (const sentence of missed) console.log(`MISSED ${sentence}`)
  console.log(missed.length ? 'not every bound holds' : 'every bound holds')
  return missed.length === 0
}

function row(name: string, round: Round): string {
  const { backs, servesAgain, missed, before, during } = round
  const both = (times: readonly number[]) => [0.5, 0.95].map((q) => quantile(times, q).toFixed(0)).join(', ')
  const back = [0.5, 0.95].map((q) => quantile(backs, q).toFixed(0)).join(' | ')
  const arrived = missed.placed ? `${missed.arrived.length} of ${missed.placed}` : '–'
  const times = `${lastBack(round).toFixed(0)} | ${servesAgain.toFixed(0)}`
  return `| ${name} | ${back} | ${times} | ${arrived} | ${both(before)} | ${both(during)} |`
}
