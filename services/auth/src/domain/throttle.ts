/**
 * How fast one account may be tried by browsers that never signed in to it. Guessing from many addresses gets no further than guessing from one,
 * which security blocks after as many failures. A browser that signed in before is counted by itself, so that nobody can lock an owner out
 * (decision 27).
 */
import ipaddr from 'ipaddr.js'
import type { LoginFacts } from './ports.ts'

export const FAILURE_WINDOW = 15 * 60_000
/** Failures from other addresses, after which the account answers slower and slower. */
const FREE_FAILURES = 10
/** Failures from anywhere: what one address has before it is blocked (LOGIN_BLOCK_AFTER's default). */
const MOST_FAILURES = 20
/** A known device that fails this often within the window is treated as any other. */
const DEVICE_FAILURES = 20
/** Failures of an IPv6 /48, which may hold 65,536 of the /64 that count as one address. */
const NETWORK_FAILURES = 100
/** Ten free failures and pauses doubling up to this are twenty guesses within the window. */
const LONGEST_WAIT = 5 * 60_000

export const isTrustedDevice = (facts: LoginFacts) => facts.deviceKnown && facts.deviceFailures < DEVICE_FAILURES

/** @returns milliseconds to wait before this account may be tried again from an unknown device; 0 when now */
export function waitBeforeTry(facts: LoginFacts, now: Date): number {
  if (isTrustedDevice(facts)) return 0
  return Math.max(rest(facts.lastFailure, pauseOf(facts), now), rest(facts.lastNetworkFailure, networkPauseOf(facts), now))
}

function pauseOf({ failures, failuresElsewhere }: LoginFacts): number {
  if (failures >= MOST_FAILURES) return LONGEST_WAIT
  return failuresElsewhere < FREE_FAILURES ? 0 : Math.min(1_000 * 2 ** (failuresElsewhere - FREE_FAILURES), LONGEST_WAIT)
}

const networkPauseOf = ({ networkFailures }: LoginFacts) => (networkFailures < NETWORK_FAILURES ? 0 : LONGEST_WAIT)

/** An attempt that was counted while this one waited for its turn may be younger than it: without a pause there is nothing to wait for. */
const rest = (last: Date | null, pause: number, now: Date) => (last && pause > 0 ? Math.max(0, last.getTime() + pause - now.getTime()) : 0)

/** @param address a client's, IPv6 as its /64 @returns the /48 around an IPv6 address, null for any other */
export function networkOf(address: string): string | null {
  const [base = ''] = address.split('/')
  return ipaddr.IPv6.isValid(base) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${base}/48`).toString()}/48` : null
}
