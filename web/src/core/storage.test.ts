import { expect, test } from '@jest/globals'
import { openStorage, tryStorage } from './storage.ts'
import { fullStorage } from './testing/full-storage.ts'

const blocked = (): never => {
  throw new DOMException("Failed to read the 'localStorage' property from 'Window'", 'SecurityError')
}

test.each([
  ['blocked', blocked],
  ['full', fullStorage],
])('a page reads back what it wrote to a %s storage', (_, open) => {
  const storage = openStorage(open)
  expect(storage.getItem('key')).toBeNull()
  storage.setItem('key', 'value')
  expect(storage.getItem('key')).toBe('value')
  storage.removeItem('key')
  expect(storage.getItem('key')).toBeNull()
})

test('a value that does not fit leaves no older one behind', () => {
  const stored = new Map([['key', 'old']])
  const open = () => ({
    ...fullStorage(),
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
  })
  openStorage(open).setItem('key', 'new')
  expect(openStorage(open).getItem('key')).toBeNull()
})

test('a blocked storage is as good as an empty one', () => {
  expect(tryStorage((storage) => storage.getItem('key'), blocked)).toBeUndefined()
})
