import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createBatchedThrottle } from './batched-throttle.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('the first request runs at once, later ones once per interval', () => {
  const done: (readonly string[])[] = []
  const ask = createBatchedThrottle<string>((values) => done.push(values), 1_000)
  ask(['a'])
  for (let times = 0; times < 300; times += 1) ask(['a', 'b'])
  expect(done).toEqual([['a']])
  jest.advanceTimersByTime(1_000)
  expect(done).toEqual([['a'], ['a', 'b']])
  jest.advanceTimersByTime(5_000)
  expect(done).toHaveLength(2)
  ask(['c'])
  expect(done.at(-1)).toEqual(['c'])
})
