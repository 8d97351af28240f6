/** The figures of a run. */
import type { Preparation } from './accounts.ts'
import type { Counts, Step } from './samples.ts'
import type { Usage } from './usage.ts'

export type Verdict = {
  readonly label: string
  /** As k6 reads it: `p(95)<300`. */
  readonly expression: string
  readonly unit: 'ms' | 'share' | 'count'
  /** Null where nothing was measured, which misses the threshold. */
  readonly measured: number | null
  readonly ok: boolean
}
export type Report = {
  readonly scenario: string
  readonly profile: string
  readonly url: string
  readonly senders: string
  readonly at: string
  readonly commit: string
  readonly machine: string
  readonly seconds: number
  /** Between two samples of CPU and memory. */
  readonly usageSeconds: number
  readonly preparation?: Preparation
  readonly verdicts: readonly Verdict[]
  readonly steps: readonly Step[]
  readonly errors: Counts
  readonly refusals: Counts
  /** Open at once. */
  readonly mostSockets: number
  /** Iterations that k6 could not begin in time, because it had no user left. */
  readonly dropped: number
  readonly usage: Usage
}

/** @returns whether every threshold is met */
export const passed = ({ verdicts }: Report): boolean => verdicts.every(({ ok }) => ok)

/** @returns the verdicts as lines for the terminal */
export function verdictLines(verdicts: readonly Verdict[]): string[] {
  return verdicts.map(
    (verdict) => `  ${verdict.ok ? 'met   ' : 'MISSED'}  ${verdict.label}: ${measuredText(verdict)} (${verdict.expression})`,
  )
}

/** @returns the errors, most frequent first, and a load that was lower than planned */
export function errorLines({ errors, dropped }: Report): string[] {
  const sorted = Object.entries(errors).sort(([, one], [, other]) => other - one)
  return [
    ...sorted.map(([what, times]) => `  error   ${what}: ${times}`),
    ...(dropped > 0 ? [`  k6 had no user left for ${dropped} visits: the load was lower than planned`] : []),
  ]
}

function measuredText({ measured, unit }: Verdict): string {
  if (measured === null) return 'nothing measured'
  if (unit === 'share') return `${(measured * 100).toFixed(measured === 1 ? 0 : 2)} %`
  return unit === 'ms' ? `${Math.round(measured)} ms` : String(measured)
}
