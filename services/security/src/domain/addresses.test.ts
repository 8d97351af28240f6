import { expect, test } from '@jest/globals'
import { createBlockable } from './addresses.ts'

test('without proxies every known address may be blocked', () => {
  const blockable = createBlockable('none')
  expect(blockable('203.0.113.9')).toBe(true)
  expect(blockable('2001:db8:1:2::/64')).toBe(true)
  expect(blockable('unknown')).toBe(false)
  expect(blockable('')).toBe(false)
})

test('members of a trusted range are never blocked', () => {
  const blockable = createBlockable('10.0.0.0/8, 192.0.2.7, 2001:db8:1:2::5')
  expect(blockable('10.9.8.7')).toBe(false)
  expect(blockable('192.0.2.7')).toBe(false)
  expect(blockable('192.0.2.8')).toBe(true)
  expect(blockable('2001:db8:1:2::/64')).toBe(false)
  expect(blockable('2001:db8:1:3::/64')).toBe(true)
})

test('a malformed list is refused at start', () => {
  expect(() => createBlockable('10.0.0.0/8,proxy')).toThrow('TRUSTED_PROXIES')
})
