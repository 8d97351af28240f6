/**
 * Limits guesses of codes by a person who knows the password. Six digits of three steps are one in 333,333: after five wrong codes
 * each further one waits longer, which leaves about 35 guesses a day. Known devices and sessions are counted by themselves, so that
 * guessing does not lock owners out of browsers that they have used (docs/product/decisions.md, 27).
 */
import { DAY_MS } from '#proto/durations.ts'
import type { CodeFailures } from './factors.ts'

export const CODE_FAILURE_WINDOW = DAY_MS
const FREE_FAILURES = 5
const FIRST_WAIT = 30_000
const MAX_WAIT = 3_600_000

/** All browsers that are neither a known device nor signed in. */
export const STRANGERS = 'strangers'
export const deviceBucket = (deviceHash: string) => `device ${deviceHash}`
export const sessionBucket = (session: string) => `session ${session}`.slice(0, 100)

/** @returns milliseconds before the next code may be checked; 0 when now */
export function waitBeforeCode({ count, last }: CodeFailures, now: Date): number {
  if (!last || count < FREE_FAILURES) return 0
  const pause = Math.min(FIRST_WAIT * 2 ** (count - FREE_FAILURES), MAX_WAIT)
  return Math.max(0, last.getTime() + pause - now.getTime())
}
