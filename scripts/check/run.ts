/** Runs every rule. One line per rule; a failing rule says what to do. */
import { rules } from './rules.ts'
import type { Finding } from './source.ts'

const place = (finding: Finding) => (finding.line === undefined ? finding.file : `${finding.file}:${finding.line}`)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs all rules concurrently and prints each as it ends. @returns how many passed and failed */
export async function check(): Promise<{ readonly passed: number; readonly failed: number }> {
  const outcomes = await Promise.all(
    rules.map(async (rule) => {
      const since = performance.now()
      const result = await rule.run().catch((error: unknown) => ({
        findings: [{ file: '.', message: error instanceof Error ? error.message : String(error) }],
        output: '',
        note: '',
      }))
      const ok = result.findings.length === 0
      console.log(`  ${ok ? 'ok  ' : 'FAIL'}  ${rule.name}${result.note ? `: ${result.note}` : ''}  (${seconds(since)})`)
      return { rule, result, ok }
    }),
  )
  for (const { rule, result } of outcomes.filter((outcome) => !outcome.ok)) {
    console.log(`\n${rule.name}: ${rule.advice}`)
    for (const finding of result.findings) console.log(`  ${place(finding)}  ${finding.message}`)
    if (result.output) console.log(result.output)
  }
  const failed = outcomes.filter((outcome) => !outcome.ok).length
  return { passed: outcomes.length - failed, failed }
}
