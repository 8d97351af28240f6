import { expect, test } from '@jest/globals'
import { AppError } from './app-error.ts'
import { appErrorOf, isStoreUnavailable } from './store-unavailable.ts'

const failure = (fields: object) => Object.assign(new Error('x'), fields)

test('connection failures mean that the database is unavailable', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', '57P01', '57P03', '08006', '53300', 'P1001', 'P1017'])
    expect(isStoreUnavailable(failure({ code }))).toBe(true)
  expect(isStoreUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isStoreUnavailable(new Error('x', { cause: failure({ code: 'ECONNREFUSED' }) }))).toBe(true)
})

test('a Redis that is away, does not answer, loads or is full is unavailable', () => {
  for (const message of [
    'Command timed out',
    "Stream isn't writeable and enableOfflineQueue options is false",
    'Connection is closed.',
    'Command aborted due to connection close',
    'Reached the max retries per request limit (which is 1). Refer to "maxRetriesPerRequest" option for details.',
    'LOADING Redis is loading the dataset in memory',
    "OOM command not allowed when used memory > 'maxmemory'.",
  ])
    expect(isStoreUnavailable(new Error(message))).toBe(true)
})

test('a store without disk space or memory is unavailable', () => {
  for (const code of ['53100', '53200', 'ENOSPC', 'EDQUOT']) expect(isStoreUnavailable(failure({ code }))).toBe(true)
})

test('other errors do not', () => {
  for (const code of ['23505', '42P01', 'P2002', 'P2025']) expect(isStoreUnavailable(failure({ code }))).toBe(false)
  for (const error of [new Error('boom'), new Error('WRONGTYPE Operation'), 'text', null, undefined])
    expect(isStoreUnavailable(error)).toBe(false)
})

test('a caller receives the error itself, that a store is unavailable, or nothing of what happened', () => {
  const refused = new AppError('not_found')
  expect(appErrorOf(refused)).toBe(refused)
  expect(appErrorOf(new Error('Command timed out'))).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
  expect(appErrorOf(new Error('boom'))).toMatchObject({ code: 'internal', retryAfterSeconds: undefined })
})
