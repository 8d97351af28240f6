import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { UNKNOWN_FIELD } from '#proto/validation-messages.ts'
import { check, validate } from './validation.ts'

const Form = z.strictObject({ name: z.string().min(2), inner: z.strictObject({ a: z.int() }).optional() })
const said = (text: string) => Object.entries(check(Form, JSON.parse(text)).details ?? {})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'colour'])('the unknown field %s is named in the error', (field) => {
  expect(said(`{"name":"Ada","${field}":1}`)).toEqual([[field, UNKNOWN_FIELD]])
  expect(said(`{"name":"Ada","inner":{"a":1,"${field}":{}}}`)).toEqual([[`inner.${field}`, UNKNOWN_FIELD]])
  expect(() => validate(Form, JSON.parse(`{"name":"Ada","${field}":1}`))).toThrow(`${field}: ${UNKNOWN_FIELD}`)
})

test('the first of several messages about one field is reported', () => {
  expect(said('{"name":7,"inner":{"a":"x"}}')).toEqual([
    ['name', 'Must be a text'],
    ['inner.a', 'Must be a number'],
  ])
})
