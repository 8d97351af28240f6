import { expect, test } from '@jest/globals'
import type { LoginFacts } from './ports.ts'
import { isTrustedDevice, waitBeforeTry } from './throttle.ts'

const now = new Date('2026-11-21T12:00:00Z')
const facts = (fields: Partial<LoginFacts>): LoginFacts => ({
  user: undefined,
  deviceExists: false,
  deviceKnown: false,
  deviceFailures: 0,
  failuresElsewhere: 0,
  lastFailureElsewhere: null,
  ...fields,
})

test('an account may be tried freely until ten failures elsewhere, then slower and slower, never slower than once in five seconds', () => {
  const waits = [9, 10, 11, 13, 16, 500].map((failuresElsewhere) =>
    waitBeforeTry(facts({ failuresElsewhere, lastFailureElsewhere: now }), now),
  )
  expect(waits).toEqual([0, 1_000, 2_000, 5_000, 5_000, 5_000])
})

test('the pause counts from the last failure', () => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  expect(waitBeforeTry(facts({ failuresElsewhere: 12, lastFailureElsewhere: ago(3_000) }), now)).toBe(1_000)
  expect(waitBeforeTry(facts({ failuresElsewhere: 12, lastFailureElsewhere: ago(4_000) }), now)).toBe(0)
})

test('a known device never waits, until it fails too often itself', () => {
  const known = facts({ deviceKnown: true, failuresElsewhere: 500, lastFailureElsewhere: now })
  expect(waitBeforeTry(known, now)).toBe(0)
  expect(isTrustedDevice({ ...known, deviceFailures: 19 })).toBe(true)
  expect(isTrustedDevice({ ...known, deviceFailures: 20 })).toBe(false)
})
