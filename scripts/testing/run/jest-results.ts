/** Projects of Jest as a suite of `npm test`. */
import { relative } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { listFiles } from '#scripts/check/source.ts'
import { isTitleTagged, taggedFiles, UNTAGGED_NAMES } from '../tags.ts'
import { type Count, FAILED, failureOf } from './count.ts'
import { type Part, runProgram, withReport } from './program.ts'

type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  /** Files that failed to load: their tests are not in the other numbers. */
  readonly numRuntimeErrorTestSuites: number
  readonly testResults: readonly File[]
}
/** Jest's statuses of tests that did not run. */
const NOT_RUN = ['pending', 'skipped', 'todo', 'disabled']

type File = { readonly name: string; readonly status: string; readonly message: string; readonly assertionResults: readonly Assertion[] }
type Assertion = {
  readonly fullName: string
  readonly status: string
  readonly failureMessages: readonly string[] | null
  readonly retryReasons?: readonly string[]
}

/** The failed tests of a file, or the file itself if it did not load. */
function failuresOf({ name, status, message, assertionResults }: File): readonly string[] {
  const file = relative(ROOT, name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (status === 'failed' && !failed.length) return [failureOf(file, 'the file', message)]
  return failed.map(({ fullName, failureMessages }) => failureOf(file, fullName, failureMessages?.join('\n') ?? ''))
}

type Run = Part & {
  /** How many test files run concurrently; one where tests measure time. */
  readonly workers: number
  /** Runs at a lower priority, so that it does not slow down what runs at the same time. */
  readonly background?: boolean
}

/** Milliseconds: at a low priority a test may wait a minute for the processor. */
const BACKGROUND_TIMEOUT = 240_000

/** The patterns of ignored files replace the project's own. */
function leaveTagged(): readonly string[] {
  const patterns = taggedFiles(listFiles()).map((file) => `/${file.replaceAll('.', '\\.')}$`)
  return ['--testNamePattern', UNTAGGED_NAMES, '--testPathIgnorePatterns', '/node_modules/', ...patterns]
}

export function jestSuite(project: 'unit' | 'wire', { paths, all, workers, background = false }: Run): Promise<Count> {
  return withReport(async (file, read) => {
    const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
    const args = [
      '--selectProjects',
      project,
      '--json',
      `--outputFile=${file}`,
      `--maxWorkers=${workers}`,
      '--ci',
      '--passWithNoTests',
      ...(background ? [`--testTimeout=${BACKGROUND_TIMEOUT}`] : []),
      ...paths,
      ...(all || project === 'unit' ? [] : leaveTagged()),
    ]
    const code = await runProgram(process.execPath, [...flags, 'node_modules/jest/bin/jest.js', ...args], { quiet: 'stdout', background })
    const report = read<Report>()
    if (!report) return FAILED
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
    return {
      passed: report.numPassedTests,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      skipped: results.filter(({ status, fullName }) => NOT_RUN.includes(status) && (all || !isTitleTagged(fullName))).length,
      flaky: results.filter(({ status, retryReasons }) => status === 'passed' && retryReasons?.length).map(({ fullName }) => fullName),
      failures: report.testResults.flatMap(failuresOf),
      leftOut: [],
    }
  })
}
