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

/** The geometric mean of ratios, and where it is with 95 % confidence. */
export type Interval = { readonly ratio: number; readonly low: number; readonly high: number }

/**
 * `after` ÷ `before`, pair by pair, by a t interval of the logarithms: a ratio and its inverse weigh the same, and what disturbed both
 * samples of a pair cancels.
 * @returns undefined for fewer than two pairs, or a sample that is no positive number
 */
export function ratioInterval(before: readonly number[], after: readonly number[]): Interval | undefined {
  const logs = after.map((value, index) => Math.log(value / (before[index] ?? Number.NaN)))
  const count = logs.length
  if (count < 2 || count !== before.length || !logs.every(Number.isFinite)) return undefined
  const mean = logs.reduce((sum, value) => sum + value, 0) / count
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  const half = studentT(count - 1) * Math.sqrt(variance / count)
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) }
}

/** The normal distribution's quantile of 97.5 %. */
const Z = 1.959964

/** Student's quantile of 97.5 %, by Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5): to 0.2 % from 4 degrees of freedom. */
function studentT(freedom: number): number {
  const terms = [
    Z,
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ]
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0)
}
