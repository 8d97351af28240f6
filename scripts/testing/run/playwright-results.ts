/** The browser's situations as a suite of `npm test`. */
import { type Count, FAILED } from './count.ts'
import { runProgram, withReport } from './program.ts'

type Report = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number }
}

export function playwrightSuite(): Promise<Count> {
  return withReport(async (file, read) => {
    const code = await runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], { env: { E2E_JSON: file } })
    const report = read<Report>()
    if (!report) return FAILED
    const { expected, unexpected, flaky, skipped } = report.stats
    const failed = unexpected + flaky
    return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
  })
}
