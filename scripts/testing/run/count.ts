import { stripVTControlCharacters } from 'node:util'

/** What a suite came to. A suite that could not run counts as one failure, never as nothing. */
export type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Titles of those among the passed that failed at first (CI alone tries once more): faults to be mended, whatever the colour. */
  readonly flaky: readonly string[]
  /** Of each test that failed its file, title and the beginning of its error. */
  readonly failures: readonly string[]
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] }
export const FAILED: Count = { ...NOTHING, failed: 1 }

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, count) => ({
      passed: total.passed + count.passed,
      failed: total.failed + count.failed,
      skipped: total.skipped + count.skipped,
      flaky: [...total.flaky, ...count.flaky],
      failures: [...total.failures, ...count.failures],
    }),
    NOTHING,
  )
}

/** A suite in which nothing ran has failed: an empty pattern must not look green. */
export function atLeastOne(count: Count): Count {
  return count.passed + count.failed === 0 ? { ...count, failed: 1 } : count
}

export const inWords = (count: Count) => `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`
export const isGreen = (count: Count) => count.failed === 0 && count.passed > 0

const ERROR_LINES = 12
const ERROR_LINE_CHARS = 200

/** A failed test for the end of the run, where whoever has only the last lines of a log still reads it. */
export function failureOf(file: string, title: string, error: string): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, ERROR_LINES)
  return [`${file} › ${title}`, ...lines.map((line) => `    ${line.slice(0, ERROR_LINE_CHARS)}`)].join('\n')
}

export const failureLines = ({ failures }: Count): readonly string[] => failures.map((failure) => `failed: ${failure}`)

/** One line for each test that passed only when tried once more. */
export const flakyLines = ({ flaky }: Count): readonly string[] => flaky.map((title) => `flaky, passed only at the second try: ${title}`)
