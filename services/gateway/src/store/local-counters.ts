/** Local counters, which hold the limits while Redis is down, refuses writes or has evicted a counter. */
import { BoundedMap } from '#kit/bounded-map.ts'

/** About 4 MB. Beyond this the oldest counters are dropped. */
const MAX_COUNTERS = 20_000

type Counter = { readonly count: number; readonly until: number }

export class LocalCounters {
  readonly #counters: BoundedMap<string, Counter>

  constructor(most = MAX_COUNTERS) {
    this.#counters = new BoundedMap(most)
  }

  /** @param key contains its window, so counters of different windows are separate */
  count(key: string, now: number): number {
    const known = this.#counters.get(key)
    return known && known.until > now ? known.count : 0
  }

  /** @param until the end of the window, milliseconds since the epoch @returns the new count */
  add(key: string, until: number, now: number): number {
    const count = this.count(key, now) + 1
    this.#counters.set(key, { count, until })
    return count
  }

  takeBack(key: string, now: number): void {
    const known = this.#counters.get(key)
    if (known && known.until > now) this.#counters.set(key, { ...known, count: known.count - 1 })
  }

  /** Raises the count to the total of all copies. */
  raise(key: string, count: number, until: number, now: number): void {
    if (count > this.count(key, now)) this.#counters.set(key, { count, until })
  }
}
