import type { Log } from '#kit/log.ts'

/** A stopping process waits this long; unanswered pushes are taken over by another copy, or after the next start. */
const END_MS = 3_000

/** Deliveries that are not awaited, and when the next ones are due. */
export class UnderWay {
  readonly #log: Log
  readonly #wake: () => void
  readonly #work = new Set<Promise<void>>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(log: Log, wake: () => void) {
    this.#log = log
    this.#wake = wake
  }

  add(work: Promise<void>): void {
    const done = work
      .catch((err: unknown) => this.#log.error({ err }, 'background work of a push failed'))
      .finally(() => this.#work.delete(done))
    this.#work.add(done)
  }

  wakeIn(milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#wake()
    }, milliseconds)
    this.#timers.add(timer)
  }

  async end(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    const late = new Promise((resolve) => setTimeout(resolve, END_MS).unref())
    await Promise.race([Promise.all(this.#work), late])
  }
}
