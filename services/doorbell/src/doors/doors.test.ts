import { expect, test } from '@jest/globals'
import { readShortCode } from './doors.ts'

test.each([
  ['7K3M 9QXA', '7K3M9QXA'],
  ['7k3m-9qxa', '7K3M9QXA'],
  ['oO0o-iIlL', '00001111'],
  ['7K3M–9QXA', '7K3M9QXA'],
  ['7K3M\u20119QXA', '7K3M9QXA'],
  ['7K3M—9QXA.', '7K3M9QXA'],
  ['7K3M\u22129QXA', '7K3M9QXA'],
  ['7K3M\u200b\u00a09QXA', '7K3M9QXA'],
  ['７Ｋ３Ｍ　９ＱＸＡ', '7K3M9QXA'],
  ['"7K3M_9QXA"', '7K3M9QXA'],
])('%s is read as %s', (typed, code) => {
  expect(readShortCode(typed)).toBe(code)
})
