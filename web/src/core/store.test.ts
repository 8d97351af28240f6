import { expect, test } from '@jest/globals'
import { createStore } from './store.ts'

test('listeners are called on changes until they unsubscribe', () => {
  const store = createStore(1)
  const seen: number[] = []
  const leave = store.subscribe(() => seen.push(store.get()))
  store.set(1)
  store.set(2)
  leave()
  store.set(3)
  expect(seen).toEqual([2])
  expect(store.get()).toBe(3)
})
