import { expect, test } from '@jest/globals'
import { TrustedProxies } from '#kit/trusted-proxies.ts'
import { clientAddress, connectionKey, peerKey } from './address.ts'

const proxies = TrustedProxies.parse('10.0.0.0/8, 127.0.0.1')

test('without trusted proxies the peer is the client', () => {
  expect(clientAddress('203.0.113.9', '1.1.1.1', [])).toBe('203.0.113.9')
})

test('the rightmost address outside the trusted proxies is the client', () => {
  expect(clientAddress('127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3', proxies)).toBe('203.0.113.9')
})

test('ports, brackets, quotes and zones of a hop are not part of its address', () => {
  const written = {
    '203.0.113.7:51234': '203.0.113.7',
    '"203.0.113.7:51234"': '203.0.113.7',
    '6.6.6.6, 203.0.113.7:1, 10.1.2.3:8080': '203.0.113.7',
    '[2001:db8::1]': '2001:db8::/64',
    '[2001:db8::1]:443': '2001:db8::/64',
    '"[2001:DB8::1]:443"': '2001:db8::/64',
    '2001:db8::1': '2001:db8::/64',
    '[::ffff:203.0.113.7]:443': '203.0.113.7',
    'fe80::1%eth0': 'fe80::/64',
    '[fe80::1%25eth0.1]:80': 'fe80::/64',
  }
  for (const [hops, client] of Object.entries(written)) expect([hops, clientAddress('10.0.0.5', hops, proxies)]).toEqual([hops, client])
})

test('a hop that is no address is reported and ends the search', () => {
  for (const hop of [
    'nonsense',
    'unknown',
    '_hidden',
    '',
    '1.2.3',
    '12345',
    '0x7f.1',
    '1.2.3.4:',
    '1.2.3.4:5:6',
    '[1.2.3.4',
    '[]:1',
    '1.2.3.256',
  ]) {
    const reported: string[] = []
    const client = clientAddress('127.0.0.1', `6.6.6.6, ${hop}, 10.1.2.3`, proxies, (unreadable) => reported.push(unreadable))
    expect([client, reported]).toEqual(['10.1.2.3', [hop]])
  }
})

test('a peer with a zone is its network', () => {
  expect(clientAddress('fe80::1%eth0', undefined, [])).toBe('fe80::/64')
})

test('IPv4-mapped addresses are unmapped, and IPv6 is counted per /64', () => {
  expect(clientAddress('::ffff:192.0.2.7', undefined, [])).toBe('192.0.2.7')
  expect(clientAddress('2001:db8:1:2:3:4:5:6', undefined, [])).toBe('2001:db8:1:2::/64')
})

test('each loopback address is its own client', () => {
  expect(clientAddress('127.0.3.4', undefined, [])).toBe('127.0.3.4')
})

test('connections of IPv6 are counted by /56, whoever carries them', () => {
  expect(peerKey('2001:db8:1:2ff::1', proxies)).toBe('2001:db8:1:200::/56')
  expect(connectionKey(clientAddress('127.0.0.1', '2001:db8:1:2ff::1', proxies))).toBe('2001:db8:1:200::/56')
  expect(connectionKey('203.0.113.9')).toBe('203.0.113.9')
})
