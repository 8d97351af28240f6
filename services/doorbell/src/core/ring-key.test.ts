import { expect, test } from '@jest/globals'
import { ringKey } from './ring-key.ts'

const UUID = '0b2f8b1e-1111-4111-8111-0123456789ab'
const press = (key: string, address = '127.0.0.1', texts: string[] = []) => ringKey('code', { key, address, texts })

test('a random UUID identifies a ring within one code', () => {
  expect(press(UUID, '127.0.0.1', ['Vera'])).toBe(press(UUID, '127.0.0.2', ['Otto']))
  expect(press(UUID)).not.toBe(ringKey('other', { key: UUID, address: '127.0.0.1' }))
  expect(press(UUID)).toHaveLength(43)
})

test.each(['1', 'order-2026-11-21-0001', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '0b2f8b1e-1111-1111-8111-0123456789ab'])(
  'guessable key %s is scoped by address and texts',
  (key) => {
    expect(press(key, '127.0.0.1', ['Vera'])).toBe(press(key, '127.0.0.1', ['Vera']))
    expect(press(key, '127.0.0.1', ['Vera'])).not.toBe(press(key, '127.0.0.2', ['Vera']))
    expect(press(key, '127.0.0.1', ['Vera'])).not.toBe(press(key, '127.0.0.1', ['Otto']))
  },
)
