/** Work that many frames in a row ask for: done at the first of them, and once more for all that came meanwhile. */

/** @param ms the least time between two runs @returns takes what is to be done; the same value waits once */
export function createSpaced<T>(work: (values: readonly T[]) => void, ms: number): (values: readonly T[]) => void {
  const waiting = new Set<T>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function run(): void {
    const values = [...waiting]
    waiting.clear()
    timer = values.length ? setTimeout(run, ms) : undefined
    if (values.length) work(values)
  }
  return (values) => {
    for (const value of values) waiting.add(value)
    if (timer === undefined) run()
  }
}
