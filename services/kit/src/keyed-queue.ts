type Item<T> = { readonly key: string; readonly value: T }

/** Handles several values at once, but values of the same key one after another, in the order they were added. */
export class KeyedQueue<T> {
  readonly #limit: number
  readonly #handle: (value: T) => Promise<void>
  readonly #busy = new Set<string>()
  #waiting: Item<T>[] = []
  #idle: (() => void)[] = []

  /** @param limit how many values are handled at once @param handle must not reject */
  constructor(limit: number, handle: (value: T) => Promise<void>) {
    this.#limit = limit
    this.#handle = handle
  }

  add(key: string, value: T): void {
    this.#waiting.push({ key, value })
    this.#startNext()
  }

  /** Drops the waiting values. @returns them */
  clear(): T[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting.map(({ value }) => value)
  }

  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void> {
    if (!this.#busy.size && !this.#waiting.length) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #startNext(): void {
    while (this.#busy.size < this.#limit) {
      const index = this.#waiting.findIndex(({ key }) => !this.#busy.has(key))
      const [item] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (!item) break
      this.#busy.add(item.key)
      void this.#handle(item.value).finally(() => {
        this.#busy.delete(item.key)
        this.#startNext()
      })
    }
    if (this.#busy.size || this.#waiting.length) return
    for (const resolve of this.#idle.splice(0)) resolve()
  }
}
