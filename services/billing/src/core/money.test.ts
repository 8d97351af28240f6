import { expect, test } from '@jest/globals'
import { toMainUnit } from './money.ts'

test('an amount in the main unit has the decimals that Stripe counts', () => {
  expect(toMainUnit(999, 'usd')).toBe(9.99)
  expect(toMainUnit(980, 'jpy')).toBe(980)
  expect(toMainUnit(3_050, 'kwd')).toBe(3.05)
  expect(toMainUnit(150_000, 'isk')).toBe(1_500)
  expect(toMainUnit(999, 'EUR')).toBe(9.99)
})

test('every amount of cents is the nearest decimal, without a rest', () => {
  for (let cents = 0; cents <= 20_000; cents += 1) expect(String(toMainUnit(cents, 'usd'))).toBe(String(Number((cents / 100).toFixed(2))))
})
