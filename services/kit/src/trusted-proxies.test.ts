import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { TrustedProxies } from './trusted-proxies.ts'

const read = (list: string) => readConfig(z.object({ TRUSTED_PROXIES: TrustedProxies }), { TRUSTED_PROXIES: list }).TRUSTED_PROXIES

test('networks and single addresses are taken, none trusts nobody', () => {
  expect(read('10.0.0.0/8, 192.0.2.7,2001:db8::/32, 2001:db8:1::5')).toHaveLength(4)
  expect(read('none')).toEqual([])
})

test('a network that holds everybody is refused by a sentence', () => {
  for (const list of ['0.0.0.0/0', '::/0', '10.244.0.0/16, 128.0.0.0/1', '10.0.0.0/7', '2001:db8::/31'])
    expect(() => read(list)).toThrow(/TRUSTED_PROXIES has a network wider than/)
})

test('a malformed list is refused by a sentence that does not repeat it', () => {
  for (const list of ['10.0.0.0/99', 'proxy.internal', '10.0.0.0/8,,', '*']) {
    expect(() => read(list)).toThrow(/TRUSTED_PROXIES must be networks such as/)
    expect(() => read(list)).not.toThrow(/proxy\.internal/)
  }
})
