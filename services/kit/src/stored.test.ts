import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { stored } from './stored.ts'

const Inner = z.strictObject({ on: z.boolean(), level: z.enum(['low', 'high']) })
const Schema = z.strictObject({
  inner: Inner,
  note: z.string().max(3).nullable(),
  since: z.string().optional(),
  rows: z.array(Inner).max(2),
})
const Read = stored(Schema, { inner: { on: true, level: 'low' } })
const row = { on: false, level: 'high' }
const fits = { inner: row, note: 'abc', since: 'now', rows: [row] }

test('valid stored data is read unchanged', () => {
  expect(Read.parse(fits)).toEqual(fits)
})

test('unknown keys are dropped at every depth', () => {
  const more = { ...fits, newer: 1, inner: { ...row, newer: 1 }, rows: [{ ...row, newer: 1 }] }
  expect(Read.parse(more)).toEqual(fits)
})

test('a missing field becomes its default or its type’s empty value', () => {
  expect(Read.parse({})).toEqual({ inner: { on: true, level: 'low' }, note: null, rows: [] })
  expect(Read.parse({ inner: { on: false } })).toMatchObject({ inner: { on: false, level: 'low' } })
})

test('an invalid value becomes its default, and other fields stay', () => {
  const other = { ...fits, inner: { on: false, level: 'highest' }, note: 'too long', rows: [row, { on: 'yes' }, 7] }
  expect(Read.parse(other)).toEqual({ ...fits, inner: { on: false, level: 'low' }, note: null })
})

test('a value that is not an object becomes the schema’s full defaults', () => {
  for (const other of ['text', 7, null, [], undefined])
    expect(Read.parse(other)).toEqual({ inner: { on: true, level: 'low' }, note: null, rows: [] })
})

test('a required field without default or empty value still throws', () => {
  expect(() => stored(Inner).parse({ on: true })).toThrow()
  expect(() => stored(Inner, { on: true }).parse('text')).toThrow()
})

test('the original schema stays strict', () => {
  expect(Schema.safeParse({ ...fits, newer: 1 }).success).toBe(false)
})
