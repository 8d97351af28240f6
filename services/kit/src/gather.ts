import DataLoader from 'dataloader'

/**
 * Calls that come close together become one: the first runs at once, those within `milliseconds` after it together. A quiet machine waits
 * for nothing, and a busy one does the work of many calls with one statement.
 * What fails together is tried alone, so that an item that cannot be stored takes no other with it.
 * @param run answers each item in its place; it may be repeated @param most items at once @param waits the first waits as long as the
 * others: for what nobody waits for
 */
export function gather<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { milliseconds, most, waits = false }: { readonly milliseconds: number; readonly most: number; readonly waits?: boolean },
): (item: In) => Promise<Out> {
  let last = Number.NEGATIVE_INFINITY
  const alone = async (item: In) => {
    try {
      return (await run([item]))[0] as Out
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const runAll = async (items: readonly In[]) => {
    if (items.length === 1) return run(items)
    return run(items).catch(() => Promise.all(items.map(alone)))
  }
  const loader = new DataLoader<In, Out>(runAll, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (start) => {
      const wait = waits ? milliseconds : last + milliseconds - performance.now()
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
