import { expect, test } from '@jest/globals'
import { inWords, quantile, ratioInterval, slopeInterval, spread } from './stats.ts'

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

test('points on a line have its slope without doubt', () => {
  expect(slopeInterval([0, 1, 2, 3, 4, 5], [1, 3, 5, 7, 9, 11])).toEqual({ slope: 2, low: 2, high: 2 })
})

test('a constant has the slope 0 without doubt', () => {
  expect(slopeInterval([0, 1, 2, 3, 4], [7, 7, 7, 7, 7])).toEqual({ slope: 0, low: 0, high: 0 })
})

test('independent residuals have the interval of the t distribution', () => {
  // Residuals 1, -1, -1, 1, 1, -1, -1, 1 of a line of slope 0.5: their squares sum to 8, the times' to 42, and 6 degrees of freedom remain.
  const times = [0, 1, 2, 3, 4, 5, 6, 7]
  const interval = slopeInterval(
    times,
    [1, -1, -1, 1, 1, -1, -1, 1].map((residual, index) => 0.5 * index + residual),
  )
  expect(interval?.slope).toBeCloseTo(0.5)
  expect(interval?.high).toBeCloseTo(0.5 + 2.447 * Math.sqrt(8 / 6 / 42), 2)
})

test('residuals that resemble the ones before widen the interval', () => {
  const times = Array.from({ length: 40 }, (_, index) => index)
  const width = (residualOf: (index: number) => number) => {
    const interval = slopeInterval(times, times.map(residualOf))
    return (interval?.high ?? Number.NaN) - (interval?.low ?? Number.NaN)
  }
  expect(width((index) => (Math.floor(index / 4) % 2 ? 1 : -1))).toBeGreaterThan(1.5 * width((index) => (index % 2 ? 1 : -1)))
})

test.each([
  [
    [0, 1, 2, 3],
    [1, 2, 4, 3],
  ],
  [
    [1, 1, 1, 1, 1, 1],
    [1, 2, 3, 4, 5, 6],
  ],
  [
    [0, 1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, Number.NaN],
  ],
  [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [0, 3, 5, 6, 6, 5, 3, 0],
  ],
])('times %j and values %j have no slope that can be told', (times, values) => {
  expect(slopeInterval(times, values)).toBeUndefined()
})
