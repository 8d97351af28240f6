import { expect, test } from '@jest/globals'
import { clientAddress, connectionKey, parseProxies, peerKey } from './address.ts'

const proxies = parseProxies('10.0.0.0/8, 127.0.0.1')

test('without trusted proxies the peer is the client', () => {
  expect(clientAddress('203.0.113.9', '1.1.1.1', [])).toBe('203.0.113.9')
})

test('the rightmost address outside the trusted proxies is the client', () => {
  expect(clientAddress('127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3', proxies)).toBe('203.0.113.9')
})

test('a malformed hop ends the search at the last valid address', () => {
  expect(clientAddress('127.0.0.1', 'nonsense, 10.1.2.3', proxies)).toBe('10.1.2.3')
})

test('IPv4-mapped addresses are unmapped, and IPv6 is counted per /64', () => {
  expect(clientAddress('::ffff:192.0.2.7', undefined, [])).toBe('192.0.2.7')
  expect(clientAddress('2001:db8:1:2:3:4:5:6', undefined, [])).toBe('2001:db8:1:2::/64')
})

test('each loopback address is its own client', () => {
  expect(clientAddress('127.0.3.4', undefined, [])).toBe('127.0.3.4')
})

test('a malformed proxy list fails the start', () => {
  expect(() => parseProxies('10.0.0.0/99')).toThrow()
})

test('connections of IPv6 are counted by /56, whoever carries them', () => {
  expect(peerKey('2001:db8:1:2ff::1', proxies)).toBe('2001:db8:1:200::/56')
  expect(connectionKey(clientAddress('127.0.0.1', '2001:db8:1:2ff::1', proxies))).toBe('2001:db8:1:200::/56')
  expect(connectionKey('203.0.113.9')).toBe('203.0.113.9')
})
