/**
 * How fast one account may be tried. One address is security's matter (it is blocked there); this slows guessing that is spread over many
 * addresses. A browser that signed in before is counted by itself, so that nobody can lock an owner out (decision 27).
 */
import type { LoginFacts } from './ports.ts'

export const FAILURE_WINDOW = 15 * 60_000
/** Failures from other addresses, after which the account answers slower and slower. */
const FREE_FAILURES = 10
/** A known device that fails this often within the window is treated as any other. */
const DEVICE_FAILURES = 20
/** Short, so that whoever guesses from elsewhere cannot keep an owner out of a new browser. */
const LONGEST_WAIT = 5_000

export const isTrustedDevice = (facts: LoginFacts) => facts.deviceKnown && facts.deviceFailures < DEVICE_FAILURES

/** @returns milliseconds to wait before this account may be tried again from an unknown device; 0 when now */
export function waitBeforeTry(facts: LoginFacts, now: Date): number {
  if (isTrustedDevice(facts) || facts.failuresElsewhere < FREE_FAILURES || !facts.lastFailureElsewhere) return 0
  const pause = Math.min(1_000 * 2 ** (facts.failuresElsewhere - FREE_FAILURES), LONGEST_WAIT)
  return Math.max(0, facts.lastFailureElsewhere.getTime() + pause - now.getTime())
}
