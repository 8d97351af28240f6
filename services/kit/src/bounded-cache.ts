import { BoundedMap } from './bounded-map.ts'

/** A least-recently-used cache of at most `max` entries: keys that clients choose cannot make it grow without limit. */
export class BoundedCache<V> {
  readonly #entries: BoundedMap<string, V>

  constructor(max: number) {
    this.#entries = new BoundedMap(max)
  }

  get size(): number {
    return this.#entries.size
  }

  /** @param make builds the value of a missing key */
  get(key: string, make: () => V): V {
    const value = this.#entries.get(key) ?? make()
    this.#entries.set(key, value)
    return value
  }
}
