/** What a suite came to. A suite that could not run counts as one failure, never as nothing. */
export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number }

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 }
export const FAILED: Count = { passed: 0, failed: 1, skipped: 0 }

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, count) => ({
      passed: total.passed + count.passed,
      failed: total.failed + count.failed,
      skipped: total.skipped + count.skipped,
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
