/** The script that k6 runs. Its scenarios and thresholds come from the plan (scenarios.ts, thresholds.ts). */
import { plan } from './context.ts'

export { idle, residents } from './residents.ts'
export { dashboard, flood, signIn } from './tabs.ts'
export { chat, visitors } from './visitors.ts'

export const options = plan.options

/** The totals and the verdict of each threshold, for the report. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [__ENV.LOAD_SUMMARY ?? '']: JSON.stringify(data) }
}
