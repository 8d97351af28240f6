import { expect, test } from '@jest/globals'
import { writeBytes } from './bytes.ts'

test('sizes are written in megabytes, and from one on in gigabytes', () => {
  expect([0, 420_000, 12_400_000, 999_000_000, 1_250_000_000, 5_000_000_000].map(writeBytes)).toEqual([
    '0 MB',
    '0.4 MB',
    '12.4 MB',
    '999 MB',
    '1.3 GB',
    '5 GB',
  ])
})
