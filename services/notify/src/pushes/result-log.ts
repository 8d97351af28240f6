import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Pushes, PushResult } from './pushes.ts'

const BATCH_MS = 100
const RETRY_MS = 250

type ResultLogDeps = {
  readonly pushes: Pick<Pushes, 'record'>
  readonly clock: Clock
  readonly log: Log
  /** A push is to be retried at this time, or the end of its ring is to be pushed. */
  readonly onDue: (at: Date) => void
}

/**
 * Stores the results of requests to push services, those of a tenth of a second in one statement. While Postgres is down it keeps them: a
 * push whose result is not stored would be sent again.
 */
export class ResultLog {
  readonly #deps: ResultLogDeps
  #waiting: PushResult[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: ResultLogDeps) {
    this.#deps = deps
  }

  add(result: PushResult): void {
    this.#waiting.push(result)
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS)
  }

  /** @returns whether everything that was added is stored */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    await this.#writing
    return this.#waiting.length === 0
  }

  async #write(): Promise<void> {
    const { pushes, clock, log, onDue } = this.#deps
    const batch = this.#waiting
    this.#waiting = []
    if (!batch.length) return
    try {
      const ended = await pushes.record(batch, clock.now())
      if (ended.length) onDue(clock.now())
      for (const { state, nextAt } of batch) if (state === 'due' && nextAt) onDue(nextAt)
    } catch (err) {
      log.warn({ err, results: batch.length }, 'push results not written, will retry')
      this.#waiting.unshift(...batch)
      this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS)
    }
  }
}
