import { expect, test } from '@jest/globals'
import { newRecoveryCodes, readCode } from './codes.ts'

test('ten recovery codes have three groups of four', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/)
})

test('a recovery code is read in any spelling that people use', () => {
  const expected = { kind: 'recovery', code: '7KQ2XM4D9TRW' }
  for (const typed of ['7KQ2-XM4D-9TRW', '7kq2 xm4d 9trw', ' 7KQ2XM4D9TRW ', '7KQ2–XM4D–9TRW']) expect(readCode(typed)).toEqual(expected)
})

test('six digits are the code of an authenticator', () => {
  expect(readCode('287 082')).toEqual({ kind: 'authenticator', code: '287082' })
  expect(readCode('２８７０８２')).toEqual({ kind: 'authenticator', code: '287082' })
  for (const typed of ['28708', '12345€', '١٢٣٤٥٦']) expect(readCode(typed).kind).toBe('recovery')
})
