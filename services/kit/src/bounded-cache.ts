import { BoundedMap } from './bounded-map.ts'

/** A cache of at most `max` entries. The one that was used longest ago makes room, so that no key a client chooses can grow it. */
export class BoundedCache<V> {
  readonly #entries: BoundedMap<string, V>

  constructor(max: number) {
    this.#entries = new BoundedMap(max)
  }

  get size(): number {
    return this.#entries.size
  }

  /** @param make for a key that is not there */
  get(key: string, make: () => V): V {
    const value = this.#entries.get(key) ?? make()
    this.#entries.set(key, value)
    return value
  }
}
