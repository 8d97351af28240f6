import { expect, test } from '@jest/globals'
import { dotsOf } from './describe.ts'

const ring = (id: number, share: number, missed = false) => ({ id, share, missed })

test('rings closer than the minimum distance share one numbered dot', () => {
  const dots = dotsOf([ring(1, 0.1), ring(2, 0.11, true), ring(3, 0.5)], 0.02)
  expect(dots.map(({ count, missed }) => [count, missed])).toEqual([
    [2, true],
    [1, false],
  ])
  expect(dots[0]?.share).toBeCloseTo(0.105)
})

test('merged dots keep the minimum distance', () => {
  const rings = Array.from({ length: 24 }, (_, index) => ring(index, 0.4 + index * 0.004))
  const dots = dotsOf(rings, 0.06)
  const gaps = dots.slice(1).map((dot, index) => dot.share - (dots[index]?.share ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.06)
  expect(dots.reduce((sum, { count }) => sum + count, 0)).toBe(24)
})

test('each single ring is one dot', () => {
  expect(dotsOf([], 0.06)).toEqual([])
  expect(dotsOf([ring(1, 0.3)], 0.06)).toEqual([{ id: 1, share: 0.3, missed: false, count: 1 }])
})
