import { expect, test } from '@jest/globals'
import { passToken, readPassToken } from './pass-token.ts'

const KEY = 'k'.repeat(32)

test('a pass token yields its request’s id', () => {
  expect(readPassToken(KEY, passToken(KEY, 42))).toBe(42)
})

test.each([
  ['another number with this proof', passToken(KEY, 42).replace('42-', '43-')],
  ['one of another key', passToken('x'.repeat(32), 42)],
  ['a shortened one', passToken(KEY, 42).slice(0, -1)],
  ['leading zeros', `0${passToken(KEY, 42)}`],
  ['an id above the column’s range', passToken(KEY, 3_000_000_000)],
  ['nothing', ''],
])('%s is not a pass token', (_what, token) => {
  expect(readPassToken(KEY, token)).toBeUndefined()
})
