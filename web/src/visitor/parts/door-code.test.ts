import { expect, test } from '@jest/globals'
import { groupCode } from './door-code.ts'

test('a code is grouped by four, however it was typed', () => {
  expect(groupCode('k7m2p9xr')).toBe('K7M2 P9XR')
  expect(groupCode('K7M2-P9XR')).toBe('K7M2 P9XR')
  expect(groupCode('k7m2')).toBe('K7M2')
})

test('characters after the eighth are dropped', () => {
  expect(groupCode('K7M2P9XR99')).toBe('K7M2 P9XR')
})
