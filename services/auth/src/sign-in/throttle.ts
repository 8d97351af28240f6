/**
 * Limits how often a browser that has never signed in to an account may try its password. Guessing from many addresses gets no more tries
 * than guessing from one, which security blocks after as many failures. A known device is counted separately, so that strangers cannot lock
 * the owner out (docs/product/decisions.md, 27).
 */
import ipaddr from 'ipaddr.js'
import type { LoginFacts } from './login-attempts.ts'

export const FAILURE_WINDOW = 15 * 60_000
/** Failures from other addresses, after which each further attempt has to wait longer. */
const FREE_FAILURES = 10
/** Failures from anywhere: as many as one address has before security blocks it (LOGIN_BLOCK_AFTER's default). */
const MAX_FAILURES = 20
/** A known device that fails this often within the window is treated as an unknown one. */
const DEVICE_FAILURES = 20
/** Failures of an IPv6 /48, which contains 65,536 of the /64 that count as one address. */
const NETWORK_FAILURES = 100
/** Ten free failures and waits that double up to this allow twenty guesses within the window. */
const MAX_WAIT = 5 * 60_000

export const isTrustedDevice = (facts: LoginFacts) => facts.deviceKnown && facts.deviceFailures < DEVICE_FAILURES

/** @returns milliseconds before an unknown device may try this account again; 0 when now */
export function waitBeforeTry(facts: LoginFacts, now: Date): number {
  if (isTrustedDevice(facts)) return 0
  return Math.max(remaining(facts.lastFailure, pauseOf(facts), now), remaining(facts.lastNetworkFailure, networkPauseOf(facts), now))
}

function pauseOf({ failures, failuresElsewhere }: LoginFacts): number {
  if (failures >= MAX_FAILURES) return MAX_WAIT
  return failuresElsewhere < FREE_FAILURES ? 0 : Math.min(1_000 * 2 ** (failuresElsewhere - FREE_FAILURES), MAX_WAIT)
}

const networkPauseOf = ({ networkFailures }: LoginFacts) => (networkFailures < NETWORK_FAILURES ? 0 : MAX_WAIT)

/** Without a pause it is 0, even when the last failure is later than `now`, as after waiting for the lock. */
const remaining = (last: Date | null, pause: number, now: Date) =>
  last && pause > 0 ? Math.max(0, last.getTime() + pause - now.getTime()) : 0

/** @param address of a client, an IPv6 one as its /64 @returns the /48 of an IPv6 address, null for any other */
export function networkOf(address: string): string | null {
  const [base = ''] = address.split('/')
  return ipaddr.IPv6.isValid(base) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${base}/48`).toString()}/48` : null
}
