import DataLoader from 'dataloader'

/**
 * Calls that come close together become one: the first runs at once, those within `milliseconds` after it together. A quiet machine waits
 * for nothing, and a busy one does the work of many calls with one statement.
 * @param run answers each item in its place; what it throws is thrown at each @param most items at once
 */
export function gather<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { milliseconds, most }: { readonly milliseconds: number; readonly most: number },
): (item: In) => Promise<Out> {
  let last = Number.NEGATIVE_INFINITY
  const loader = new DataLoader<In, Out>(run, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (start) => {
      const wait = last + milliseconds - performance.now()
      const begin = () => {
        last = performance.now()
        start()
      }
      if (wait > 0) setTimeout(begin, wait)
      else setImmediate(begin)
    },
  })
  return (item) => loader.load(item)
}
