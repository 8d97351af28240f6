import { expect, test } from '@jest/globals'
import { inWords, quantile, ratioInterval, spread } from './stats.ts'

test('a quantile is one of the samples', () => {
  const samples = [5, 1, 4, 2, 3]
  expect([quantile(samples, 0), quantile(samples, 0.5), quantile(samples, 0.95), quantile([], 0.5)]).toEqual([1, 3, 5, Number.NaN])
})

test('a spread reports median, minimum and maximum', () => {
  expect(inWords(spread([1, 3, 2]))).toBe('2.00 (1.00 to 3.00)')
})

test('equal pairs have the ratio 1 without doubt', () => {
  expect(ratioInterval([1, 2, 4], [1, 2, 4])).toEqual({ ratio: 1, low: 1, high: 1 })
})

test('a ratio and its inverse have inverse intervals', () => {
  const [before, after] = [
    [10, 11, 9, 10, 12],
    [11, 11, 10, 11, 12],
  ]
  const there = ratioInterval(before, after)
  const back = ratioInterval(after, before)
  expect((there?.ratio ?? 0) * (back?.ratio ?? 0)).toBeCloseTo(1)
  expect((there?.low ?? 0) * (back?.high ?? 0)).toBeCloseTo(1)
})

test('the interval is that of the t distribution', () => {
  // Logarithms 0, 0.1, 0.2, 0.3, 0.4: mean 0.2, deviation 0.1581, 2.776 of the error 0.0707.
  const interval = ratioInterval([1, 1, 1, 1, 1], [0, 0.1, 0.2, 0.3, 0.4].map(Math.exp))
  expect(Math.log(interval?.ratio ?? 0)).toBeCloseTo(0.2)
  expect(Math.log(interval?.high ?? 0)).toBeCloseTo(0.2 + 2.776 * 0.0707, 3)
})

test.each([
  [[1], [1]],
  [[1, 2], [1]],
  [
    [1, 0],
    [1, 2],
  ],
  [
    [1, Number.NaN],
    [1, 2],
  ],
])('%j and %j have no interval', (before, after) => {
  expect(ratioInterval(before, after)).toBeUndefined()
})
