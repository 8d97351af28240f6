/** Runs work at the first of many requests, and once more for all that arrive during the interval. */

/** @param ms the minimum time between two runs @returns a function that adds values; equal values are added once */
export function createBatchedThrottle<T>(work: (values: readonly T[]) => void, ms: number): (values: readonly T[]) => void {
  const pending = new Set<T>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function run(): void {
    const values = [...pending]
    pending.clear()
    timer = values.length ? setTimeout(run, ms) : undefined
    if (values.length) work(values)
  }
  return (values) => {
    for (const value of values) pending.add(value)
    if (timer === undefined) run()
  }
}
