import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { ISSUES } from '#proto/issues.ts'
import { check, validate } from './validation.ts'

const Form = z.strictObject({ name: z.string().min(2), inner: z.strictObject({ a: z.int() }).optional() })
const said = (text: string) => Object.entries(check(Form, JSON.parse(text)).issues ?? {}).map(([field, { code }]) => [field, code])

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'colour'])('the unknown field %s is named in the error', (field) => {
  expect(said(`{"name":"Ada","${field}":1}`)).toEqual([[field, 'unknown_field']])
  expect(said(`{"name":"Ada","inner":{"a":1,"${field}":{}}}`)).toEqual([[`inner.${field}`, 'unknown_field']])
  expect(() => validate(Form, JSON.parse(`{"name":"Ada","${field}":1}`))).toThrow(`${field}: ${ISSUES.unknown_field}`)
})

test('the first of several messages about one field is reported', () => {
  expect(said('{"name":7,"inner":{"a":"x"}}')).toEqual([
    ['name', 'not_text'],
    ['inner.a', 'not_number'],
  ])
})
