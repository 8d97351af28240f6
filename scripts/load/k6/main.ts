/**
 * The script that k6 runs, alone or by `npm run load`: `k6 run -e URL=… -e SCENARIO=… -e PROFILE=… scripts/load/k6/main.ts`
 * (docs/load.md).
 */
import type { Options } from 'k6/options'
import { partsOf } from '../scenarios.ts'
import { type Summary, summaryText } from '../verdicts.ts'
import { timeouts } from './accounts.ts'
import { settings, shape } from './context.ts'

export { setup, teardown } from './accounts.ts'
export { idle, residents } from './residents.ts'
export { dashboard, flood, signIn } from './tabs.ts'
export { chat, visitors } from './visitors.ts'

const tags = { load: settings.label }

export const options: Options = {
  scenarios: Object.fromEntries(Object.entries(shape.scenarios).map(([name, scenario]) => [name, { ...scenario, tags }])),
  thresholds: shape.thresholds,
  ...timeouts,
  summaryTrendStats: ['count', 'med', 'p(95)', 'p(99)', 'max'],
  // Not `url`: `name` says which step it was, and doors and activities are too many.
  systemTags: ['name', 'method', 'status', 'scenario', 'error_code', 'check', 'group', 'expected_response'],
}

/** With SUMMARY the totals and the verdict of each threshold go to that file; without it k6 prints its own summary. */
export function handleSummary(data: Summary): Record<string, string> | undefined {
  const { scenario, profile, summaryFile } = settings
  return summaryFile ? { stdout: summaryText(partsOf(scenario), profile.bounds, data), [summaryFile]: JSON.stringify(data) } : undefined
}
