import { expect, test } from '@jest/globals'
import { atLeastOne, failureLines, failureOf, flakyLines, inWords, isGreen, leftOutLines, NOTHING, sum } from './count.ts'

test('a run in which nothing ran is not green', () => {
  expect(isGreen(NOTHING)).toBe(false)
  expect(atLeastOne(NOTHING)).toEqual({ passed: 0, failed: 1, skipped: 0, flaky: [], failures: [], leftOut: [] })
})

test('suites add up to the one line', () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 0, flaky: ['a ring'], failures: [], leftOut: [] },
    {
      passed: 2,
      failed: 1,
      skipped: 4,
      flaky: [],
      failures: [failureOf('ring.test.ts', 'a door rings', '\u001b[31mexpected\u001b[39m\n\nno ring')],
      leftOut: ['calls'],
    },
  ])
  expect(inWords(total)).toBe('5 passed, 1 failed, 4 skipped')
  expect(isGreen(total)).toBe(false)
  expect(leftOutLines(total)).toEqual(['left out: calls'])
  expect(flakyLines(total)).toEqual(['flaky, passed only at the second try: a ring'])
  expect(failureLines(total)).toEqual(['failed: ring.test.ts › a door rings\n    expected\n    no ring'])
})
