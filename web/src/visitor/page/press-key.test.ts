import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import { forgetKey, keepKey, unansweredKey } from './press-key.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}
beforeEach(() => {
  kept.clear()
  jest.useFakeTimers()
})
afterEach(() => void jest.useRealTimers())

test('an unanswered key is found at its own door until its ring is over', () => {
  keepKey('/visitor/a', 'k', false, storage)
  expect(unansweredKey('/visitor/a', storage)).toBe('k')
  expect(unansweredKey('/visitor/b', storage)).toBeUndefined()
  jest.advanceTimersByTime(TIME.ringLife)
  expect(unansweredKey('/visitor/a', storage)).toBeUndefined()
})

test('an invite has one key for all its presses', () => {
  keepKey('/visitor/invite/t', 'k', true, storage)
  jest.advanceTimersByTime(24 * 3_600_000)
  expect(unansweredKey('/visitor/invite/t', storage)).toBe('k')
})

test('an answered key is not used again', () => {
  keepKey('/visitor/a', 'k', false, storage)
  forgetKey(storage)
  expect(unansweredKey('/visitor/a', storage)).toBeUndefined()
})

test('a storage that holds something else has no key', () => {
  kept.set('visitorPress', '{')
  expect(unansweredKey('/visitor/a', storage)).toBeUndefined()
})
