import { expect, test } from '@jest/globals'
import { BoundedCache } from './bounded-cache.ts'

test('a key is made once while it is kept', () => {
  const cache = new BoundedCache<object>(2)
  const first = cache.get('a', () => ({}))
  expect(cache.get('a', () => ({}))).toBe(first)
})

test('any number of keys leaves at most so many entries', () => {
  const cache = new BoundedCache<number>(100)
  for (let key = 0; key < 5_000; key++) cache.get(String(key), () => key)
  expect(cache.size).toBe(100)
})

test('the entry that was used longest ago makes room', () => {
  const cache = new BoundedCache<string>(2)
  for (const key of ['a', 'b', 'a', 'c']) cache.get(key, () => key)
  expect(cache.get('a', () => 'made anew')).toBe('a')
  expect(cache.get('b', () => 'made anew')).toBe('made anew')
})
