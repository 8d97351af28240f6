/** The browser tests as a suite of `npm test`. */
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { TAG } from '../tags.ts'
import { type Count, FAILED, failureOf, sum } from './count.ts'
import { type Part, runProgram, withReport } from './program.ts'

/** Titles of the specs under a suite that passed only at the second try. */
function flakyOf({ specs, suites = [] }: JSONReportSuite): readonly string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ file, title }) => `${file} › ${title}`), ...suites.flatMap(flakyOf)]
}

/** Tests under a suite that failed at every try. */
function failuresOf({ specs, suites = [] }: JSONReportSuite): readonly string[] {
  const own = specs.flatMap(({ file, title, tests }) => {
    const failed = tests.filter(({ status }) => status === 'unexpected')
    return failed.map(({ results }) => failureOf(file, title, results.at(-1)?.error?.message ?? ''))
  })
  return [...own, ...suites.flatMap(failuresOf)]
}

/**
 * What is left of a run with all tests of this project, as a share of its time so far; with some to spare. Continuous integration has once
 * taken 33 minutes for all pages after 56 for what comes before; of all calls only the number of tests is known.
 */
const SHARES = { pages: 1.05, calls: 0.4 } as const
type Project = keyof typeof SHARES

/** Runs the projects one after the other: a call needs the whole machine, and a failure in one project does not stop the other. */
export async function playwrightSuite(part: Part): Promise<Count> {
  const counts: Count[] = []
  for (const project of Object.keys(SHARES) as Project[]) counts.push(await playwrightWithin(project, part))
  return sum(counts)
}

async function playwrightWithin(project: Project, part: Part): Promise<Count> {
  if (!part.all || part.paths.length || (part.fits?.(SHARES[project]) ?? true)) return playwrightProject(project, part)
  const leftOut = `${project}: its tests with the tag ${TAG}, for which the time of this run is too short on this machine`
  console.log(`left out: ${leftOut}`)
  return { ...(await playwrightProject(project, { ...part, all: false })), leftOut: [leftOut] }
}

function playwrightProject(project: Project, { paths, all }: Part): Promise<Count> {
  return withReport(async (file, read) => {
    // A part of a path may match only files of the other project. A suite in which no test ran at all still fails (atLeastOne).
    const args = ['test', `--project=${project}`, '--pass-with-no-tests', ...(all ? [] : ['--grep-invert', `${TAG}\\b`]), ...paths]
    const code = await runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], { env: { E2E_JSON: file } })
    const report = read<JSONReport>()
    if (!report) return FAILED
    const { expected, unexpected, flaky, skipped } = report.stats
    return {
      passed: expected + flaky,
      failed: code !== 0 && unexpected === 0 ? 1 : unexpected,
      skipped,
      flaky: report.suites.flatMap(flakyOf),
      failures: report.suites.flatMap(failuresOf),
      leftOut: [],
    }
  })
}
