import { expect, test } from '@jest/globals'
import { inWords, quantile, spread } from './stats.ts'

test('a quantile is one of the samples', () => {
  const samples = [5, 1, 4, 2, 3]
  expect([quantile(samples, 0), quantile(samples, 0.5), quantile(samples, 0.95), quantile([], 0.5)]).toEqual([1, 3, 5, Number.NaN])
})

test('a spread reports median, minimum and maximum', () => {
  expect(inWords(spread([1, 3, 2]))).toBe('2.00 (1.00 to 3.00)')
})
