/** What a summary of k6 says about the bounds of a run: read by k6 itself (k6/main.ts) and by `npm run load`. */
import type { Profile } from './profiles.ts'
import { type Verdict, verdictLines } from './report.ts'
import { BOUNDS, expressionOf, type Part } from './thresholds.ts'

/** The part of the object that k6 gives to `handleSummary` which is read: values and thresholds of each metric, and the checks. */
export type Summary = {
  readonly metrics: Readonly<
    Record<
      string,
      { readonly values: Readonly<Record<string, number>>; readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>> }
    >
  >
  readonly root_group: { readonly checks: readonly { readonly name: string; readonly passes: number; readonly fails: number }[] }
}

/** @returns a verdict for each bound of the parts that ran; one without measurements has missed its threshold */
export function verdictsOf(parts: readonly Part[], bounds: Profile['bounds'], { metrics }: Summary): Verdict[] {
  return parts.flatMap((part) =>
    BOUNDS[part].map((bound) => {
      const { values, thresholds } = metrics[bound.metric] ?? { values: {} }
      const samples = values.count ?? (values.passes ?? 0) + (values.fails ?? 0)
      const expression = expressionOf(bound, bounds)
      const measured = samples > 0 ? (values[bound.of] ?? null) : null
      return {
        label: bound.label,
        expression,
        unit: bound.of === 'rate' ? 'share' : 'ms',
        measured,
        ok: measured !== null && thresholds?.[expression]?.ok === true,
      }
    }),
  )
}

/** @returns the verdicts, and the checks that failed, as text for the terminal */
export function summaryText(parts: readonly Part[], bounds: Profile['bounds'], summary: Summary): string {
  const { checks } = summary.root_group
  const passes = checks.reduce((sum, check) => sum + check.passes, 0)
  const fails = checks.reduce((sum, check) => sum + check.fails, 0)
  return [
    ...verdictLines(verdictsOf(parts, bounds, summary)),
    `  checks  ${passes} of ${passes + fails} passed`,
    ...checks.filter((check) => check.fails > 0).map((check) => `  failed  ${check.name}: ${check.fails} of ${check.passes + check.fails}`),
    '',
  ].join('\n')
}
