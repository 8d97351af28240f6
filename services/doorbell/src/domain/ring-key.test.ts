import { expect, test } from '@jest/globals'
import { ringKey } from './ring-key.ts'

const UUID = '0b2f8b1e-1111-4111-8111-0123456789ab'

test('a random uuid is the same ring from any address, at one code only', () => {
  expect(ringKey('code', UUID, '127.0.0.1')).toBe(ringKey('code', UUID, '127.0.0.2'))
  expect(ringKey('code', UUID, '')).not.toBe(ringKey('other', UUID, ''))
  expect(ringKey('code', UUID, '')).toHaveLength(43)
})

test.each(['1', 'order-2026-11-21-0001', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '0b2f8b1e-1111-1111-8111-0123456789ab'])(
  'a key that can be guessed counts for its address alone: %s',
  (key) => {
    expect(ringKey('code', key, '127.0.0.1')).toBe(ringKey('code', key, '127.0.0.1'))
    expect(ringKey('code', key, '127.0.0.1')).not.toBe(ringKey('code', key, '127.0.0.2'))
  },
)
