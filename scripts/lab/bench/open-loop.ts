import { setTimeout as pause } from 'node:timers/promises'

/**
 * Sends at a fixed rate, independent of earlier answers (open loop).
 * @param rate per second
 * @param until ends the sending; what has been sent is still waited for
 * @returns the result of each send, in order
 */
export async function atRate<T>(
  rate: number,
  seconds: number,
  send: (index: number) => Promise<T> | T,
  until?: AbortSignal,
): Promise<Awaited<T>[]> {
  const began = performance.now()
  const sent: (Promise<T> | T)[] = []
  for (let index = 0; index < Math.round(rate * seconds); index += 1) {
    const wait = began + (index * 1000) / rate - performance.now()
    if (wait > 0) await pause(wait, undefined, { signal: until }).catch(() => undefined)
    if (until?.aborted) break
    sent.push(send(index))
  }
  return Promise.all(sent)
}
