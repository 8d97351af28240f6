/** What a suite came to. A suite that could not run counts as one failure, never as nothing. */
export type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Titles of those among the passed that failed at first (CI alone tries once more): faults to be mended, whatever the colour. */
  readonly flaky: readonly string[]
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, flaky: [] }
export const FAILED: Count = { ...NOTHING, failed: 1 }

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, count) => ({
      passed: total.passed + count.passed,
      failed: total.failed + count.failed,
      skipped: total.skipped + count.skipped,
      flaky: [...total.flaky, ...count.flaky],
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

/** One line for each test that passed only when tried once more. */
export const flakyLines = ({ flaky }: Count): readonly string[] => flaky.map((title) => `flaky, passed only at the second try: ${title}`)
