/** The browser's situations as a suite of `npm test`. */
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { type Count, FAILED } from './count.ts'
import { runProgram, withReport } from './program.ts'

/** Titles of the specs under a suite that passed only when tried once more. */
function flakyOf({ specs, suites = [] }: JSONReportSuite): readonly string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ file, title }) => `${file} › ${title}`), ...suites.flatMap(flakyOf)]
}

/** @param paths parts of the paths of the files; none for all of them */
export function playwrightSuite(paths: readonly string[]): Promise<Count> {
  return withReport(async (file, read) => {
    const code = await runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...paths], { env: { E2E_JSON: file } })
    const report = read<JSONReport>()
    if (!report) return FAILED
    const { expected, unexpected, flaky, skipped } = report.stats
    return {
      passed: expected + flaky,
      failed: code !== 0 && unexpected === 0 ? 1 : unexpected,
      skipped,
      flaky: report.suites.flatMap(flakyOf),
    }
  })
}
