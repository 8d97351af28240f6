import { expect, test } from '@jest/globals'
import { createAuthenticator } from './totp.adapter.ts'

/** RFC 6238, appendix B: the ASCII secret "12345678901234567890" in base32; the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const
const authenticator = createAuthenticator()
const at = (seconds: number) => new Date(seconds * 1_000)

test('the codes are those of RFC 6238', () => {
  for (const [seconds, code] of VECTORS) expect(authenticator.stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

test('a code counts one step early and one step late', () => {
  const [seconds, code] = VECTORS[2]
  const steps = [-60, -30, 0, 30, 60].map((late) => authenticator.stepOf(SECRET, code, at(seconds + late)))
  const step = Math.floor(seconds / 30)
  expect(steps).toEqual([undefined, step, step, step, undefined])
})

test('the address for the app names product, account and secret', () => {
  const secret = authenticator.newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(authenticator.uriOf(secret, 'Zoë: 1&2'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Digital Doorbell:Zoë: 1&2')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: 'Digital Doorbell',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
