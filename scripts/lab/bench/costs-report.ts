/** The table of `npm run bench -- costs` and the bounds that were missed. */

/** The cost of a request at the gateway relative to /healthz in the same run. */
export type Cost = {
  readonly name: string
  /** The limit class that counts the request before anything expensive is done; undefined if none does. */
  readonly countedBy?: string | undefined
  /** The status of requests over the limit, or of every answer if no class counts them. */
  readonly status: string
  /** Milliseconds of CPU of one request; for counted requests, of one that is refused. */
  readonly ms: number
  readonly ratio: number
  /** Milliseconds of CPU of a counted request that is not refused. */
  readonly letThrough?: number | undefined
}

/** The bounds of uncounted requests, and of counted ones that are refused. */
export const BOUNDS = { uncounted: 2.5, refused: 3.5 } as const

export const isWithin = ({ countedBy, ratio }: Pick<Cost, 'countedBy' | 'ratio'>): boolean =>
  ratio <= (countedBy === undefined ? BOUNDS.uncounted : BOUNDS.refused)

/** @returns false if a bound is missed */
export function printCosts(costs: readonly Cost[], healthz: number): boolean {
  console.log(`\n/healthz: ${healthz.toFixed(3)} ms of the gateway’s CPU; a ratio is to that\n`)
  console.log('| what | counted by | status | ms | ratio | let through |')
  console.log('|---|---|---|---|---|---|')
  for (const { name, countedBy = '–', status, ms, ratio, letThrough } of [...costs].sort((a, b) => b.ratio - a.ratio)) {
    const before = letThrough === undefined ? '–' : (letThrough / healthz).toFixed(1)
    console.log(`| ${name} | ${countedBy} | ${status} | ${ms.toFixed(3)} | ${ratio.toFixed(2)} | ${before} |`)
  }
  const missed = costs.filter((cost) => !isWithin(cost))
  for (const { name, countedBy, ratio } of missed)
    console.log(
      `MISSED ${name}: ${ratio.toFixed(2)} times /healthz, at most ${countedBy === undefined ? BOUNDS.uncounted : BOUNDS.refused}`,
    )
  console.log(missed.length ? 'not every bound holds' : `every bound holds: ${costs.length} rows`)
  return missed.length === 0
}
