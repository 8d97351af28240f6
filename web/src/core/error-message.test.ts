import { expect, test } from '@jest/globals'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { errorMessageOf } from './error-message.ts'
import { sharedTexts as german } from './texts/de-shared.ts'
import { sharedTexts as english } from './texts/en-shared.ts'

const MESSAGE = 'Too many requests. Please wait a moment.'
const shown = (code: ApiErrorCode, retryAfter?: number) =>
  errorMessageOf(new ApiError({ message: MESSAGE, code, status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) }))

test('up to a minute the error keeps its sentence', () => {
  expect([shown('limited'), shown('limited', 1), shown('limited', 60), shown('address_blocked')]).toEqual([
    MESSAGE,
    MESSAGE,
    MESSAGE,
    MESSAGE,
  ])
})

test('a longer wait is given in minutes, rounded up, and from an hour on in hours', () => {
  const waits = [61, 900, 3_540, 3_541, 3_600, 3_601].map((seconds) => shown('limited', seconds).match(/in \d+ \w+/)?.[0])
  expect(waits).toEqual(['in 2 minutes', 'in 15 minutes', 'in 59 minutes', 'in 1 hour', 'in 1 hour', 'in 2 hours'])
})

test('the text says how long an address is blocked', () => {
  expect(shown('address_blocked', 899)).toBe('Too many failed attempts from this address. Please try again in 15 minutes.')
})

test('other errors with a wait keep their sentence', () => {
  expect(shown('unavailable', 900)).toBe(MESSAGE)
  expect(errorMessageOf('no error')).toBe(english.common.unexpected)
})

test('one minute is singular and several are plural in both languages', () => {
  const texts = [english, german].map(({ common }) => [common.limitedFor(1, 'minute'), common.limitedFor(15, 'minute')])
  expect(texts).toEqual([
    ['Too many attempts. Please try again in 1 minute.', 'Too many attempts. Please try again in 15 minutes.'],
    [
      'Zu viele Versuche. Bitte versuchen Sie es in 1 Minute noch einmal.',
      'Zu viele Versuche. Bitte versuchen Sie es in 15 Minuten noch einmal.',
    ],
  ])
})
