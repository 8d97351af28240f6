import { expect, test } from '@jest/globals'
import { BoundedMap } from './bounded-map.ts'

test('a full map drops its oldest entry', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('c', 3)
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ])
})

test('setting an entry again makes it the newest', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map.keys()]).toEqual(['a', 'c'])
})
