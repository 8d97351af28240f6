import { expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { Keys } from './config.ts'
import { signToken, verifyToken } from './tokens.ts'

const KEY = 'a signing key of the test, of more than 32 characters'
const NOW = new Date('2026-11-25T12:00:00Z')
const Claims = z.object({ use: z.literal('visit'), id: z.int() })
const CLAIMS = { use: 'visit', id: 7 } as const
const verify = (token: string, at = NOW) => verifyToken(KEY, Claims, token, at)
const token = signToken(KEY, CLAIMS, 60, NOW)
/** Its claims with another header, signed as the header says. */
const withAlgorithm = (algorithm: jwt.Algorithm, key: string) => jwt.sign(jwt.decode(token) as object, key, { algorithm })

test('a token yields its claims until it expires', () => {
  expect(verify(token)).toEqual({ ...CLAIMS, iat: NOW.getTime() / 1000 })
  expect(verify(token, new Date(NOW.getTime() + 59_000))).toBeDefined()
  expect(verify(token, new Date(NOW.getTime() + 60_000))).toBeUndefined()
})

test('a changed or foreign token is refused', () => {
  const [head, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ ...CLAIMS, id: 8, exp: NOW.getTime() / 1000 + 60 })).toString('base64url')
  for (const forged of [`${head}.${claims}.${signature}`, signToken(`${KEY}x`, CLAIMS, 60, NOW), token.slice(0, -1), '', 'a.b.c'])
    expect([forged, verify(forged)]).toEqual([forged, undefined])
})

test('a token of another algorithm is refused, also unsigned', () => {
  expect(verify(withAlgorithm('HS256', KEY))).toBeDefined()
  for (const other of [withAlgorithm('none', ''), withAlgorithm('HS384', KEY), withAlgorithm('HS512', KEY)])
    expect(verify(other)).toBeUndefined()
})

test('a token of another use is refused', () => {
  expect(verify(signToken(KEY, { ...CLAIMS, use: 'left' }, 60, NOW))).toBeUndefined()
})

test('a signing key of fewer than 32 characters is refused', () => {
  expect(Keys.safeParse('x'.repeat(31)).success).toBe(false)
  expect(Keys.safeParse('x'.repeat(32)).data).toEqual(['x'.repeat(32)])
  expect(Keys.safeParse(`${'x'.repeat(32)},short`).success).toBe(false)
})
