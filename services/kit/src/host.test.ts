import { expect, test } from '@jest/globals'
import { hasSeveralHosts, isMeantForUs } from './host.ts'

test.each([
  [undefined, true],
  ['localhost:8080', true],
  ['127.0.0.1:8080', true],
  ['10.1.2.3', true],
  ['[fd00::1]:8080', true],
  ['doorbell:8080', true],
  ['Doorbell', true],
  ['evil.test', false],
  ['evil.test:8080', false],
  ['doorbell.evil.test', false],
  ['127.0.0.1.evil.test', false],
  ['', false],
])('a request for the host %s is meant for us: %s', (host, expected) => {
  expect(isMeantForUs(host, ['doorbell'])).toBe(expected)
})

test('two Host fields are noticed, however they are spelled', () => {
  expect(hasSeveralHosts({ rawHeaders: ['Host', 'a', 'Accept', 'host'] })).toBe(false)
  expect(hasSeveralHosts({ rawHeaders: ['Host', 'a', 'hOST', 'a'] })).toBe(true)
})
