import { expect, test } from '@jest/globals'
import { initials } from './initials.ts'

test.each([
  [['Marcus Bell'], 'MB'],
  [['Ada', 'Lovelace'], 'AL'],
  [['zoë'], 'Z'],
  [['Anna Maria von Trapp'], 'AT'],
  [['Somebody from no. 16'], 'SN'],
  [['4711'], ''],
  [[null, undefined, '  '], ''],
])('%j has the initials %j', (names, letters) => {
  expect(initials(...names)).toBe(letters)
})
