import { expect, test } from '@jest/globals'
import { readCallsOptions } from './calls-options.ts'

test('calls are made one at a time, in one window, unless asked', () => {
  expect(readCallsOptions({ count: '16' })).toEqual({ count: 16, atOnce: 1, pages: 1, isStressed: false, only: '' })
  const asked = { count: '100', 'at-once': '4', pages: '2', stress: true, only: 'killed' }
  expect(readCallsOptions(asked)).toEqual({ count: 100, atOnce: 4, pages: 2, isStressed: true, only: 'killed' })
})

test.each(['abc', '', '0', '-1', '1.5', '1e9'])('%j is refused as a number of calls', (text) => {
  expect(readCallsOptions({ count: text })).toBeUndefined()
  expect(readCallsOptions({ count: '1', 'at-once': text })).toBeUndefined()
})

test('three windows are refused', () => {
  expect(readCallsOptions({ count: '1', pages: '3' })).toBeUndefined()
})
