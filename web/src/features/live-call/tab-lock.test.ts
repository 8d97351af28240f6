import { expect, test } from '@jest/globals'
import { openStorage } from '../../core/storage.ts'
import { fullStorage } from '../../core/testing/full-storage.ts'
import { createTabLock } from './tab-lock.ts'

/** A tab's sessionStorage. */
function createStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('a tab holds its call until it releases it, also after a reload', () => {
  const storage = createStorage()
  createTabLock(storage, undefined).take(7)
  const reloaded = createTabLock(storage, undefined)
  expect(reloaded.holds(7)).toBe(true)
  reloaded.release(7)
  expect(reloaded.holds(7)).toBe(false)
})

test('without storage a tab holds its call until it is reloaded', () => {
  const tabLock = createTabLock(openStorage(fullStorage), undefined)
  tabLock.take(7)
  expect(tabLock.holds(7)).toBe(true)
  tabLock.release(7)
  expect(tabLock.holds(7)).toBe(false)
})

test('releasing another call keeps the lock', () => {
  const tabLock = createTabLock(createStorage(), undefined)
  tabLock.take(7)
  tabLock.release(6)
  expect(tabLock.holds(7)).toBe(true)
})

test('a call is free when no tab of the browser is in it', async () => {
  // Node 24 has the Web Locks API.
  const first = createTabLock(createStorage(), navigator.locks)
  const second = createTabLock(createStorage(), navigator.locks)
  first.take(7)
  expect(await second.isFree(7)).toBe(false)
  expect(await second.isFree(8)).toBe(true)
  first.release(7)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await second.isFree(7)).toBe(true)
})

test('without the Web Locks API no call counts as free', async () => {
  expect(await createTabLock(createStorage(), undefined).isFree(7)).toBe(false)
})

test('where locks are denied a tab still holds its call', async () => {
  const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  const tabLock = createTabLock(createStorage(), { request: denied, query: denied })
  tabLock.take(7)
  expect(tabLock.holds(7)).toBe(true)
  expect(await tabLock.isFree(7)).toBe(false)
})
