import { expect, test } from '@jest/globals'
import { writeBytes } from './bytes.ts'

test('sizes are written in the unit that leaves few digits', () => {
  expect([0, 999, 12_000, 12_400_000, 5_000_000_000, 1_250_000_000].map(writeBytes)).toEqual([
    '0 byte',
    '999 byte',
    '12 kB',
    '12.4 MB',
    '5 GB',
    '1.3 GB',
  ])
})
