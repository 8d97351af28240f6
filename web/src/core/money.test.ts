import { expect, test } from '@jest/globals'
import { money, priceOf } from './money.ts'

test('an amount is written with the decimals of its currency', () => {
  const written = [money(9.99, 'usd'), money(10, 'usd'), money(980, 'jpy'), money(3.05, 'kwd')]
  expect(written).toEqual(['$9.99', '$10.00', '¥980', 'KWD\u00a03.050'])
})

test('a month in whole units has no decimals', () => {
  expect([priceOf({ amount: 10, currency: 'usd' }), priceOf({ amount: 9.99, currency: 'eur' })]).toEqual(['$10', '€9.99'])
})
