import DataLoader from 'dataloader'

/**
 * Calls that arrive close together become one: the first runs immediately, those within `milliseconds` after it together. An idle machine
 * waits for nothing, and a busy one does the work of many calls with one statement.
 * The items of a failed batch are tried one by one, so that an item that cannot be stored affects no other.
 * @param run answers each item at its index; it may be repeated @param most items in one run @param waits the first waits as long as the
 * others: for work that no caller awaits
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
