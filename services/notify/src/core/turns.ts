/** Bounds what runs at once, and who waits: owners take turns, so that one who causes much waits for their own work alone. */

type Waiting = { readonly begin: () => void; readonly giveUp: () => void }
/** Those who wait, in the order of their next turns. */
type Queue = Map<number, Set<Waiting>>

export type TurnLimits = {
  readonly concurrency: number
  /** More of them are not begun. */
  readonly waiting: number
  /** What has not begun by then is given up: it is tried again later, or is worth nothing any more. */
  readonly waitMs: number
}

export class Turns {
  readonly #limits: TurnLimits
  readonly #urgent: Queue = new Map()
  readonly #others: Queue = new Map()
  #running = 0
  #waiting = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /** @returns undefined where it has not begun, because too many wait or its time is over @throws what the work throws */
  async run<T>(owner: number, isUrgent: boolean, work: () => Promise<T>): Promise<T | undefined> {
    const begun = this.#begin(owner, isUrgent ? this.#urgent : this.#others)
    if (begun !== true && !(await begun)) return undefined
    try {
      return await work()
    } finally {
      const next = takeNext(this.#urgent) ?? takeNext(this.#others)
      if (next) next.begin()
      else this.#running -= 1
    }
  }

  /** At once where there is room. */
  #begin(owner: number, queue: Queue): boolean | Promise<boolean> {
    const { concurrency, waiting, waitMs } = this.#limits
    if (this.#running < concurrency) {
      this.#running += 1
      return true
    }
    if (this.#waiting >= waiting) return false
    return new Promise((resolve) => {
      const settle = (hasBegun: boolean) => {
        clearTimeout(timer)
        this.#waiting -= 1
        resolve(hasBegun)
      }
      const entry = {
        begin: () => settle(true),
        giveUp: () => {
          leave(queue, owner, entry)
          settle(false)
        },
      }
      const timer = setTimeout(entry.giveUp, waitMs)
      this.#waiting += 1
      queue.set(owner, (queue.get(owner) ?? new Set()).add(entry))
    })
  }
}

/** The owner whose turn it was goes to the end. */
function takeNext(queue: Queue): Waiting | undefined {
  for (const [owner, entries] of queue) {
    const [next] = entries
    queue.delete(owner)
    if (!next) continue
    entries.delete(next)
    if (entries.size) queue.set(owner, entries)
    return next
  }
  return undefined
}

function leave(queue: Queue, owner: number, entry: Waiting): void {
  const entries = queue.get(owner)
  if (entries?.delete(entry) && !entries.size) queue.delete(owner)
}
