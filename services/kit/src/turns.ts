/** Limits what runs concurrently, and what waits: keys take turns, so that a key with much work delays only its own. */

type Waiting = { readonly until: number; readonly begin: () => void; readonly giveUp: () => void }
/** The waiting work, in the order of its turns. */
type Queue<K> = Map<K, Set<Waiting>>

export type TurnLimits = {
  readonly concurrency: number
  /** More of them are not begun. */
  readonly waiting: number
  readonly waitingPerKey?: number
  /** Work that has not begun by then is dropped: it is retried later, or is no longer needed. */
  readonly waitMs: number
}
/** `refused`: not begun, because too many of its key or in all wait, or its time is over. */
export type Turn<T> = { readonly result: T } | { readonly refused: 'key' | 'all' | 'late' }

/** K: an account, an address. */
export class Turns<K = number> {
  readonly #limits: TurnLimits
  readonly #urgent: Queue<K> = new Map()
  readonly #others: Queue<K> = new Map()
  #running = 0
  #waiting = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Resolves when nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Runs immediately if there is room; urgent work goes before all other. @throws what the work throws */
  async run<T>(key: K, work: () => Promise<T>, { isUrgent = false } = {}): Promise<Turn<T>> {
    const begun = this.#begin(key, isUrgent ? this.#urgent : this.#others)
    const turn = typeof begun === 'string' ? begun : await begun
    if (turn !== 'begun') return { refused: turn }
    try {
      return { result: await work() }
    } finally {
      this.#beginNext()
    }
  }

  #begin(key: K, queue: Queue<K>): 'begun' | 'key' | 'all' | Promise<'begun' | 'late'> {
    const { concurrency, waiting, waitingPerKey = waiting, waitMs } = this.#limits
    if (this.#running < concurrency) {
      this.#running += 1
      return 'begun'
    }
    if (this.#waiting >= waiting) return 'all'
    if ((queue.get(key)?.size ?? 0) >= waitingPerKey) return 'key'
    return new Promise((resolve) => {
      const settle = (turn: 'begun' | 'late') => {
        clearTimeout(timer)
        this.#waiting -= 1
        resolve(turn)
      }
      const entry = {
        until: performance.now() + waitMs,
        begin: () => settle('begun'),
        giveUp: () => {
          leave(queue, key, entry)
          settle('late')
        },
      }
      const timer = setTimeout(entry.giveUp, waitMs)
      this.#waiting += 1
      queue.set(key, (queue.get(key) ?? new Set()).add(entry))
    })
  }

  #beginNext(): void {
    let next = this.#takeNext()
    // A busy process comes to its timers too late.
    for (; next && next.until < performance.now(); next = this.#takeNext()) next.giveUp()
    if (next) next.begin()
    else this.#running -= 1
  }

  #takeNext(): Waiting | undefined {
    return takeNext(this.#urgent) ?? takeNext(this.#others)
  }
}

/** The key that had its turn goes to the end. */
function takeNext<K>(queue: Queue<K>): Waiting | undefined {
  for (const [key, entries] of queue) {
    const [next] = entries
    queue.delete(key)
    if (!next) continue
    entries.delete(next)
    if (entries.size) queue.set(key, entries)
    return next
  }
  return undefined
}

function leave<K>(queue: Queue<K>, key: K, entry: Waiting): void {
  const entries = queue.get(key)
  if (entries?.delete(entry) && !entries.size) queue.delete(key)
}
