/**
 * A Map of limited size, for keys that clients choose: when full it drops its oldest entry. Setting an existing key makes it the newest.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number

  /** @param most entries */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#most) this.delete(this.keys().next().value as K)
    return this
  }
}
