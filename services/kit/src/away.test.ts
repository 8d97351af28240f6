import { expect, test } from '@jest/globals'
import { isDatabaseAway } from './away.ts'

const failure = (fields: object) => Object.assign(new Error('x'), fields)

test('a database that is gone, going or coming is away', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300', 'P1001', 'P1017'])
    expect(isDatabaseAway(failure({ code }))).toBe(true)
  expect(isDatabaseAway(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isDatabaseAway(new Error('x', { cause: failure({ code: 'ECONNREFUSED' }) }))).toBe(true)
})

test('a mistake of ours is not', () => {
  for (const code of ['23505', '42P01', 'P2002', 'P2025']) expect(isDatabaseAway(failure({ code }))).toBe(false)
  for (const error of [new Error('boom'), 'text', null, undefined]) expect(isDatabaseAway(error)).toBe(false)
})
