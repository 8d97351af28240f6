/** Work of one party runs a few at a time, in order: twenty sockets of one ring that register at once do not delay everybody else. */

/** A family's devices replay together; one that waits 5 s for a silent service holds up few others. */
const AT_ONCE = 4

type Line = { running: number; readonly waiting: (() => void)[] }

export class Turns {
  /** Bounded by the parties that have work here now. */
  readonly #lines = new Map<string, Line>()

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running >= AT_ONCE) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.running += 1
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      // Whoever waits takes over the place.
      if (next) next()
      else line.running -= 1
      if (line.running === 0) this.#lines.delete(key)
    }
  }
}
