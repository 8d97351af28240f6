import { expect, test } from '@jest/globals'
import { AppError, invalidField } from './app-error.ts'

const body = (error: AppError) => JSON.parse(JSON.stringify(error.toBody()))

test('a code alone has only its message', () => {
  expect(body(new AppError('not_found'))).toEqual({ code: 'not_found', message: 'Not found.' })
})

test('a variant is named in the params', () => {
  expect(body(new AppError('answered_elsewhere.here'))).toEqual({
    code: 'answered_elsewhere',
    message: 'You have already answered this ring.',
    params: { variant: 'here' },
  })
})

test('an invalid field is answered as a code and as a sentence', () => {
  expect(body(invalidField('date', 'too_many_days_ahead', { max: 60 }))).toEqual({
    code: 'validation_failed',
    message: 'date: At most 60 days ahead',
    details: { date: 'At most 60 days ahead' },
    issues: { date: { code: 'too_many_days_ahead', params: { max: 60 } } },
  })
})

test('a received error is answered as it was sent', () => {
  const sent = invalidField('date', 'time_past')
  expect(body(AppError.fromBody(body(sent), '3'))).toEqual(body(sent))
  expect(AppError.fromBody(body(sent), '3').retryAfterSeconds).toBe(3)
})

test('sentences of an older copy, which sends no codes, are passed on', () => {
  const older = { code: 'validation_failed', message: 'limit: At most 5', details: { limit: 'At most 5' } }
  expect(body(AppError.fromBody(older, undefined))).toEqual(older)
})

test('a code that is not in the catalogue becomes an internal error', () => {
  expect(AppError.fromBody({ code: 'brand_new', message: 'x' }, undefined).code).toBe('internal')
})
