import { stripVTControlCharacters } from 'node:util'

/** The result of a suite. A suite that could not run counts as one failure. */
export type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Titles of passed tests that failed at the first try (only CI retries). They must be fixed although the run is green. */
  readonly flaky: readonly string[]
  /** The file, the title and the beginning of the error of each failed test. */
  readonly failures: readonly string[]
  /** What was not run because the machine was too slow for the time that it has (`--within`), each with the reason. */
  readonly leftOut: readonly string[]
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [], leftOut: [] }
export const FAILED: Count = { ...NOTHING, failed: 1 }

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, count) => ({
      passed: total.passed + count.passed,
      failed: total.failed + count.failed,
      skipped: total.skipped + count.skipped,
      flaky: [...total.flaky, ...count.flaky],
      failures: [...total.failures, ...count.failures],
      leftOut: [...total.leftOut, ...count.leftOut],
    }),
    NOTHING,
  )
}

/** A suite in which no test ran has failed, so that a pattern without matches is not taken for success. */
export function atLeastOne(count: Count): Count {
  return count.passed + count.failed === 0 ? { ...count, failed: 1 } : count
}

export const inWords = (count: Count) => `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`
export const isGreen = (count: Count) => count.failed === 0 && count.passed > 0

const ERROR_LINES = 12
const ERROR_LINE_CHARS = 200

/** A failed test in short, printed at the end of the run, so that the last lines of a log contain it. */
export function failureOf(file: string, title: string, error: string): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, ERROR_LINES)
  return [`${file} › ${title}`, ...lines.map((line) => `    ${line.slice(0, ERROR_LINE_CHARS)}`)].join('\n')
}

export const failureLines = ({ failures }: Count): readonly string[] => failures.map((failure) => `failed: ${failure}`)

/** One line for each test that passed only at the second try. */
export const flakyLines = ({ flaky }: Count): readonly string[] => flaky.map((title) => `flaky, passed only at the second try: ${title}`)

export const leftOutLines = ({ leftOut }: Count): readonly string[] => leftOut.map((what) => `left out: ${what}`)
