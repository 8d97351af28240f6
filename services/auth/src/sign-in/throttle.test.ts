import { expect, test } from '@jest/globals'
import type { LoginFacts } from './login-attempts.ts'
import { FAILURE_WINDOW, isTrustedDevice, networkOf, waitBeforeTry } from './throttle.ts'

const now = new Date('2026-11-21T12:00:00Z')
const facts = (fields: Partial<LoginFacts>): LoginFacts => ({
  user: undefined,
  deviceExists: false,
  deviceKnown: false,
  deviceFailures: 0,
  failures: fields.failuresElsewhere ?? 0,
  failuresElsewhere: 0,
  lastFailure: null,
  networkFailures: 0,
  lastNetworkFailure: null,
  addressLifted: false,
  ...fields,
})

test('after ten failures elsewhere each attempt waits twice as long', () => {
  const waits = [9, 10, 11, 13, 16, 500].map((failuresElsewhere) => waitBeforeTry(facts({ failuresElsewhere, lastFailure: now }), now))
  expect(waits).toEqual([0, 1_000, 2_000, 8_000, 64_000, 300_000])
})

test('one address may fail twenty times, where security blocks it', () => {
  const waits = [19, 20].map((failures) => waitBeforeTry(facts({ failures, lastFailure: now }), now))
  expect(waits).toEqual([0, 300_000])
})

test('many addresses get at most twenty guesses in fifteen minutes', () => {
  const guesses: number[] = []
  for (let at = 0; at < 4 * FAILURE_WINDOW; at += 500) {
    const recent = guesses.filter((guess) => guess > at - FAILURE_WINDOW)
    const last = recent.at(-1)
    const known = facts({ failuresElsewhere: recent.length, lastFailure: last === undefined ? null : new Date(last) })
    if (waitBeforeTry(known, new Date(at)) === 0) guesses.push(at)
    expect(guesses.filter((guess) => guess > at - FAILURE_WINDOW).length).toBeLessThanOrEqual(20)
  }
})

test('the wait counts from the last failure', () => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  expect(waitBeforeTry(facts({ failuresElsewhere: 12, lastFailure: ago(3_000) }), now)).toBe(1_000)
  expect(waitBeforeTry(facts({ failuresElsewhere: 12, lastFailure: ago(4_000) }), now)).toBe(0)
})

test('without a pause a later failure causes no wait', () => {
  const later = new Date(now.getTime() + 20)
  expect(waitBeforeTry(facts({ failures: 3, lastFailure: later, networkFailures: 3, lastNetworkFailure: later }), now)).toBe(0)
})

test('a known device never waits, until it fails too often itself', () => {
  const known = facts({ deviceKnown: true, failuresElsewhere: 500, lastFailure: now, networkFailures: 500, lastNetworkFailure: now })
  expect(waitBeforeTry(known, now)).toBe(0)
  expect(isTrustedDevice({ ...known, deviceFailures: 19 })).toBe(true)
  expect(isTrustedDevice({ ...known, deviceFailures: 20 })).toBe(false)
})

test('a /48 waits after a hundred failures on any accounts', () => {
  const waits = [99, 100].map((networkFailures) => waitBeforeTry(facts({ networkFailures, lastNetworkFailure: now }), now))
  expect(waits).toEqual([0, 300_000])
})

test('only IPv6 addresses have a network, their /48', () => {
  const networks = ['2001:db8:1:2::/64', '2001:db8:1:ffff::/64', '2001:db8:2:2::/64', '203.0.113.9', 'unknown'].map(networkOf)
  expect(networks).toEqual(['2001:db8:1::/48', '2001:db8:1::/48', '2001:db8:2::/48', null, null])
})
