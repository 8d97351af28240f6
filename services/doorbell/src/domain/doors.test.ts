import { expect, test } from '@jest/globals'
import { readShortCode } from './doors.ts'

test.each([
  ['7K3M 9QXA', '7K3M9QXA'],
  ['7k3m-9qxa', '7K3M9QXA'],
  ['oO0o-iIlL', '00001111'],
])('%s is read as %s', (typed, code) => {
  expect(readShortCode(typed)).toBe(code)
})
