import { expect, test } from '@jest/globals'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const failure = (fields: object) => Object.assign(new Error('x'), fields)

test('connection failures mean that the database is unavailable', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300', 'P1001', 'P1017'])
    expect(isDatabaseUnavailable(failure({ code }))).toBe(true)
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isDatabaseUnavailable(new Error('x', { cause: failure({ code: 'ECONNREFUSED' }) }))).toBe(true)
})

test('other errors do not', () => {
  for (const code of ['23505', '42P01', 'P2002', 'P2025']) expect(isDatabaseUnavailable(failure({ code }))).toBe(false)
  for (const error of [new Error('boom'), 'text', null, undefined]) expect(isDatabaseUnavailable(error)).toBe(false)
})
