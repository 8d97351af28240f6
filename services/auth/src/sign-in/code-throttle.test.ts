import { expect, test } from '@jest/globals'
import { waitBeforeCode } from './code-throttle.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const SECOND = 1_000

test('five wrong codes are free, then the waits double up to an hour', () => {
  const waits = [0, 4, 5, 6, 7, 11, 12, 40].map((count) => waitBeforeCode({ count, last: NOW }, NOW) / SECOND)
  expect(waits).toEqual([0, 0, 30, 60, 120, 1_920, 3_600, 3_600])
})

test('the wait counts from the last wrong code', () => {
  const last = new Date(NOW.getTime() - 20 * SECOND)
  expect(waitBeforeCode({ count: 5, last }, NOW)).toBe(10 * SECOND)
  expect(waitBeforeCode({ count: 5, last: new Date(NOW.getTime() - 40 * SECOND) }, NOW)).toBe(0)
})

test('a day of waiting out each pause leaves few guesses', () => {
  let guesses = 5
  for (let elapsed = 0; elapsed < 86_400 * SECOND; guesses += 1) elapsed += waitBeforeCode({ count: guesses, last: NOW }, NOW)
  expect(guesses).toBeLessThan(40)
})
