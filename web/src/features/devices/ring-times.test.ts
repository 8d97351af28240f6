import { expect, test } from '@jest/globals'
import { summarize } from './ring-times.ts'

test('of twenty times the slowest is beyond the 95th percentile', () => {
  const times = Array.from({ length: 19 }, (_, index) => 100 + index)
  expect(summarize([4_000, ...times])).toEqual({ count: 20, least: 100, most: 4_000, p95: 118, scale: 4_000 })
})

test('of fewer than twenty the 95th percentile is the slowest', () => {
  expect(summarize([300, 900, 120])).toMatchObject({ count: 3, p95: 900, most: 900 })
})

test('quick rings are drawn on the scale of a second', () => {
  expect(summarize([80, 90])?.scale).toBe(1_000)
})

test('nothing measured is no summary', () => {
  expect(summarize([])).toBeUndefined()
})
