/** Bounds costly work: how much runs at once, and how much waits. */
import { AppError } from './app-error.ts'

/** Shorter than the timeout of an rpc (bus.ts). */
const MAX_WAIT = 3_000

type Limits = {
  /** How many run at a time. */
  readonly concurrency: number
  readonly waiting: number
  readonly waitingPerKey?: number
  /** Milliseconds after which waiting work is refused: its caller has given up by then and must not get an account that it was refused. */
  readonly maxWait?: number
  /** The name under which several keys take turns as one; null for a key of its own. */
  readonly groupOf?: (key: string) => string | null
}
type LimitedRun = <T>(work: () => Promise<T>, key?: string) => Promise<T>

/**
 * Keys that wait take turns, so that a caller who asks a lot waits for its own work and not before everybody else. A key is an address or a
 * user.
 * @returns runs work when it is its turn @throws AppError limited when too many of one key wait, unavailable when too many wait in all
 */
export function limitConcurrency({
  concurrency,
  waiting,
  waitingPerKey = waiting,
  maxWait = MAX_WAIT,
  groupOf = () => null,
}: Limits): LimitedRun {
  let running = 0
  let queued = 0
  /** In the order of the next turns. */
  const queues = new Map<string, (() => void)[]>()
  const busy = () => new AppError('unavailable', { retryAfterSeconds: 2 })
  const enqueue = (key: string, start: () => void) => {
    if (queued >= waiting) throw busy()
    const queue = queues.get(key) ?? []
    if (queue.length >= waitingPerKey) throw new AppError('limited', { retryAfterSeconds: 1 })
    queued += 1
    queue.push(start)
    queues.set(key, queue)
  }
  /** The key whose turn it was goes to the end. */
  const dequeue = (): (() => void) | undefined => {
    for (const [key, [start, ...rest]] of queues) {
      queues.delete(key)
      if (rest.length > 0) queues.set(key, rest)
      queued -= 1
      return start
    }
    return undefined
  }
  /** @returns milliseconds waited */
  const waitForTurn = async (key: string) => {
    if (running < concurrency) {
      running += 1
      return 0
    }
    const began = performance.now()
    await new Promise<void>((resolve) => enqueue(key, resolve))
    return performance.now() - began
  }
  return async (work, key = '') => {
    const waited = await waitForTurn(groupOf(key) ?? key)
    try {
      if (waited > maxWait) throw busy()
      return await work()
    } finally {
      const next = dequeue()
      if (next) next()
      else running -= 1
    }
  }
}
