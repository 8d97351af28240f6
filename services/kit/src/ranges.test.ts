import { expect, test } from '@jest/globals'
import { parseRange } from './ranges.ts'

test('a range names its first and last byte', () => {
  expect(parseRange('bytes=0-99', 1_000)).toEqual({ from: 0, to: 99 })
  expect(parseRange('bytes=900-', 1_000)).toEqual({ from: 900, to: 999 })
  expect(parseRange('bytes=900-5000', 1_000)).toEqual({ from: 900, to: 999 })
  expect(parseRange('bytes=-100', 1_000)).toEqual({ from: 900, to: 999 })
  expect(parseRange('bytes=-5000', 1_000)).toEqual({ from: 0, to: 999 })
})

test('what cannot be read as one range means the whole file', () => {
  for (const header of [undefined, '', 'bytes=-', 'bytes=5-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b'])
    expect(parseRange(header, 1_000)).toBeUndefined()
})

test('a range beyond the end is refused', () => {
  expect(() => parseRange('bytes=1000-', 1_000)).toThrow('part of the file')
  expect(() => parseRange('bytes=-0', 1_000)).toThrow('part of the file')
})
