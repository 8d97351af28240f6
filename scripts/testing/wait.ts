/** Polls a condition instead of sleeping; after the deadline the error shows the last result. */
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY = 20
/** Milliseconds. Generous, because only failing tests wait that long, and a busy machine may be slow. */
export const PATIENCE = 15_000

/**
 * Calls `look` until it returns a truthy value without throwing.
 * @param what completes "waited 5000 ms for …"
 * @returns the result of `look`
 * @throws Error with the last failure after `within` milliseconds
 */
export async function eventually<T>(what: string, look: () => Promise<T> | T, within = PATIENCE): Promise<NonNullable<T>> {
  const deadline = performance.now() + within
  let last: unknown = 'nothing yet'
  for (;;) {
    try {
      const seen = await look()
      if (seen) return seen as NonNullable<T>
    } catch (error) {
      last = error
    }
    if (performance.now() > deadline) {
      throw new Error(`waited ${within} ms for ${what}; last: ${last instanceof Error ? last.message : String(last)}`, { cause: last })
    }
    await pause(LOOK_EVERY)
  }
}

/** @throws Error when the promise has not settled after `within` milliseconds */
export async function inTime<T>(what: string, promise: Promise<T>, within = PATIENCE): Promise<T> {
  const late = AbortSignal.timeout(within)
  return new Promise<T>((resolve, reject) => {
    late.addEventListener('abort', () => reject(new Error(`waited ${within} ms for ${what}`)), { once: true })
    promise.then(resolve, reject)
  })
}
