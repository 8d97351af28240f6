/** Statistics of a device's measured ring times. */

/** How many are stored; with all of them the slowest twentieth can be left out. */
export const RING_TIMES = 20
/** A slower ring is marked (the product's aim: shown within 2 s). */
export const SLOW_MS = 2_000
/** The chart's height stands for at least this, so that small differences look small. */
const LEAST_SCALE = 1_000
const SHARE = 0.95

export type RingTimes = {
  readonly count: number
  readonly least: number
  readonly most: number
  /** 95% took at most this (nearest rank); with fewer than 20 that is the slowest. */
  readonly p95: number
  /** Of the chart, in milliseconds. */
  readonly scale: number
}

/** @returns undefined where nothing was measured */
export function summarize(times: readonly number[]): RingTimes | undefined {
  const sorted = [...times].sort((a, b) => a - b)
  const [least, most] = [sorted[0], sorted.at(-1)]
  const p95 = sorted[Math.ceil(sorted.length * SHARE) - 1]
  if (least === undefined || most === undefined || p95 === undefined) return undefined
  return { count: sorted.length, least, most, p95, scale: Math.max(most, LEAST_SCALE) }
}
