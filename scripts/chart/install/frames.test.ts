import { expect, test } from '@jest/globals'
import { longestGap, percentile } from './frames.ts'

const span = { from: 1_000, to: 2_000 }

test('the longest gap lies between two frames', () => {
  expect(longestGap([900, 1_100, 1_500, 1_600, 1_990], span)).toEqual({ ms: 400, from: 1_100 })
})

test('a span without a frame is one gap', () => {
  expect(longestGap([500, 2_500], span)).toEqual({ ms: 1_000, from: 1_000 })
})

test('a call whose frames stop has a gap until the end', () => {
  expect(longestGap([1_010, 1_300], span)).toEqual({ ms: 700, from: 1_300 })
})

test('the 95th percentile of a few values is the largest', () => {
  expect(percentile([3, 1, 2], 0.95)).toBe(3)
  expect(
    percentile(
      Array.from({ length: 100 }, (_none, n) => n + 1),
      0.95,
    ),
  ).toBe(95)
})
