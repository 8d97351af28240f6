/** Statistics for the result tables. */

export type Spread = { readonly median: number; readonly least: number; readonly most: number }

/** Nearest-rank quantile. @param q 0 to 1 @returns NaN for no samples */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN
}

/** One number over all rounds. */
export function spread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), least: Math.min(...values), most: Math.max(...values) }
}

export function inWords({ median, least, most }: Spread, digits = 2): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
}
