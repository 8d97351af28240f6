/** Limits expensive work: how much runs concurrently, and how much waits. */
import { AppError } from './app-error.ts'
import { Turns } from './turns.ts'

/** Shorter than the timeout of an rpc (bus.ts). */
const MAX_WAIT = 3_000

type Limits = {
  /** How many run concurrently. */
  readonly concurrency: number
  readonly waiting: number
  readonly waitingPerKey?: number
  /** Milliseconds after which waiting work is refused: its caller has timed out by then, and must not get an account after an error. */
  readonly maxWait?: number
  /** The name under which several keys take turns as one; null for a key of its own. */
  readonly groupOf?: (key: string) => string | null
}
type LimitedRun = <T>(work: () => Promise<T>, key?: string) => Promise<T>

/**
 * Waiting keys take turns, so that a key with many requests delays only its own. A key is an address or a
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
  const turns = new Turns<string>({ concurrency, waiting, waitingPerKey, waitMs: maxWait })
  return async (work, key = '') => {
    const turn = await turns.run(groupOf(key) ?? key, work)
    if ('result' in turn) return turn.result
    throw turn.refused === 'key' ? new AppError('limited', { retryAfterSeconds: 1 }) : new AppError('unavailable', { retryAfterSeconds: 2 })
  }
}
