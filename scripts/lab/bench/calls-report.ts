/** The table of `npm run bench -- call --count`, and its bounds. */
import type { Received } from './call-judge.ts'
import { quantile } from './stats.ts'

export type CallResult = {
  readonly name: string
  /** The load average when the call began. */
  readonly load: number
  readonly resident?: Received
  readonly visitor?: Received
  /** How many milliseconds a killed service did not run; the bound counts from its restart. */
  readonly down?: number
  /** Why the call could not be made or watched. */
  readonly error?: string
}

/** The longest time without media on either side, in milliseconds. */
const LONGEST = { quiet: 5_000, stressed: 15_000 }

const sidesOf = ({ resident, visitor }: CallResult): Received[] => [resident, visitor].filter((side) => side !== undefined)
/** The sides that had no media for too long, or none at the end. */
const missedSides = (result: CallResult, isStressed: boolean): Received[] => {
  const longest = (isStressed ? LONGEST.stressed : LONGEST.quiet) + (result.down ?? 0)
  return sidesOf(result).filter(({ gap, isAlive }) => !isAlive || gap > longest)
}

/** A call is starved if each side that misses the bound had a starved sender or page. */
const isStarved = (result: CallResult, isStressed: boolean) => {
  const missed = missedSides(result, isStressed)
  return missed.length > 0 && missed.every((side) => side.isStarved)
}

const isWithinBounds = (result: CallResult, isStressed: boolean): boolean =>
  result.error === undefined && (isStarved(result, isStressed) || missedSides(result, isStressed).length === 0)

/** With a larger share of starved calls the run proves nothing about the product. */
const MOST_STARVED = 0.1
const areTooManyStarved = (results: readonly CallResult[], isStressed: boolean) =>
  results.filter((result) => isStarved(result, isStressed)).length > MOST_STARVED * results.length

/** @returns whether the calls were made, and show that calls have media */
export const areWithinBounds = (results: readonly CallResult[], isStressed: boolean): boolean =>
  results.length > 0 && results.every((result) => isWithinBounds(result, isStressed)) && !areTooManyStarved(results, isStressed)

type Conditions = { readonly conditions: string; readonly pages: number; readonly atOnce: number; readonly isStressed: boolean }

export function printCallResults(results: readonly CallResult[], { conditions, pages, atOnce, isStressed }: Conditions): void {
  const most = (isStressed ? LONGEST.stressed : LONGEST.quiet) / 1_000
  console.log(`\n${results.length} calls, ${atOnce} at once, ${pages === 2 ? 'two windows' : 'one window'} of the resident, ${conditions}`)
  console.log('milliseconds: press → first media of each kind, p50 / most; longest time without; over the bound; starved; errors')
  for (const name of new Set(results.map((result) => result.name)))
    printRow(
      name,
      results.filter((result) => result.name === name),
      isStressed,
    )
  printRow('all', results, isStressed)
  const missed = results.filter((result) => !isWithinBounds(result, isStressed)).length
  if (areWithinBounds(results, isStressed)) console.log(`every call had media within ${most} s`)
  if (missed > 0) console.log(`${missed} calls without media for more than ${most} s, or failed`)
  if (areTooManyStarved(results, isStressed)) console.log('more than a tenth of the calls starved: the machine is too slow to judge them')
}

function printRow(name: string, results: readonly CallResult[], isStressed: boolean): void {
  const firsts = (side: 'resident' | 'visitor') => results.flatMap((result) => result[side]?.first ?? [])
  const shown = (times: readonly number[]) => `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 1).toFixed(0)}`
  const gaps = results.flatMap((result) => sidesOf(result).map(({ gap }) => gap))
  const starved = results.filter((result) => isStarved(result, isStressed)).length
  const over = results.filter((result) => missedSides(result, isStressed).length > 0).length - starved
  const errors = results.filter(({ error }) => error !== undefined).length
  const row = [`resident ${shown(firsts('resident'))}`, `visitor ${shown(firsts('visitor'))}`, `gap ${quantile(gaps, 1).toFixed(0)}`]
  console.log(
    `  ${name.padEnd(40)} ${String(results.length).padStart(3)}  ${row.join('  ')}  over ${over}  starved ${starved}  errors ${errors}`,
  )
}
