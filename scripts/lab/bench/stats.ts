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

/** A straight line's slope, in units of `values` for one of `times`, and where it is with 95 % confidence. */
export type Slope = { readonly slope: number; readonly low: number; readonly high: number }

/** Below this many degrees of freedom Student's quantile is so large that the interval says nothing. */
const LEAST_FREEDOM = 3

/**
 * The slope of `values` over `times` by least squares. Samples of a process's memory resemble those before them, so they say less than as
 * many independent ones: they count as n(1 - r)/(1 + r), r being the correlation of successive residuals (Santer et al., 2000: J. Geophys.
 * Res. 105, 7337-7356, equations 4 to 6).
 * @returns undefined if too few samples remain, or one is no number
 */
export function slopeInterval(times: readonly number[], values: readonly number[]): Slope | undefined {
  const count = times.length
  if (count !== values.length || ![...times, ...values].every(Number.isFinite)) return undefined
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / count
  const [time, value] = [mean(times), mean(values)]
  const spreadOfTimes = times.reduce((sum, at) => sum + (at - time) ** 2, 0)
  const slope = times.reduce((sum, at, index) => sum + (at - time) * ((values[index] ?? Number.NaN) - value), 0) / spreadOfTimes
  const residuals = times.map((at, index) => (values[index] ?? Number.NaN) - value - slope * (at - time))
  const squares = residuals.reduce((sum, residual) => sum + residual ** 2, 0)
  const products = residuals.slice(1).reduce((sum, residual, index) => sum + residual * (residuals[index] ?? Number.NaN), 0)
  const correlation = squares === 0 ? 0 : Math.max(0, products / squares)
  const freedom = (count * (1 - correlation)) / (1 + correlation) - 2
  if (!(freedom >= LEAST_FREEDOM && spreadOfTimes > 0)) return undefined
  const half = studentT(freedom) * Math.sqrt(squares / freedom / spreadOfTimes)
  return { slope, low: slope - half, high: slope + half }
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
