import { expect, test } from '@jest/globals'
import { TrustedProxies } from '#kit/trusted-proxies.ts'
import { createBlockable } from './addresses.ts'

test('without proxies every known address may be blocked', () => {
  const blockable = createBlockable()
  expect(blockable('203.0.113.9')).toBe(true)
  expect(blockable('2001:db8:1:2::/64')).toBe(true)
  expect(blockable('unknown')).toBe(false)
  expect(blockable('')).toBe(false)
})

test('members of a trusted range are never blocked', () => {
  const blockable = createBlockable(TrustedProxies.parse('10.0.0.0/8, 192.0.2.7, 2001:db8:1:2::5'))
  expect(blockable('10.9.8.7')).toBe(false)
  expect(blockable('192.0.2.7')).toBe(false)
  expect(blockable('192.0.2.8')).toBe(true)
  expect(blockable('2001:db8:1:2::/64')).toBe(false)
  expect(blockable('2001:db8:1:3::/64')).toBe(true)
})
