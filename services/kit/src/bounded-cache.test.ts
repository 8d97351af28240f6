import { expect, test } from '@jest/globals'
import { BoundedCache } from './bounded-cache.ts'

test('a cached value is made once', () => {
  const cache = new BoundedCache<object>(2)
  const first = cache.get('a', () => ({}))
  expect(cache.get('a', () => ({}))).toBe(first)
})

test('the cache never holds more than its maximum', () => {
  const cache = new BoundedCache<number>(100)
  for (let key = 0; key < 5_000; key++) cache.get(String(key), () => key)
  expect(cache.size).toBe(100)
})

test('the least recently used entry is dropped', () => {
  const cache = new BoundedCache<string>(2)
  for (const key of ['a', 'b', 'a', 'c']) cache.get(key, () => key)
  expect(cache.get('a', () => 'made anew')).toBe('a')
  expect(cache.get('b', () => 'made anew')).toBe('made anew')
})
