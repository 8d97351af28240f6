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

test('what fits is read as it is', () => {
  expect(Read.parse(fits)).toEqual(fits)
})

test('unknown keys are dropped at every depth', () => {
  const more = { ...fits, newer: 1, inner: { ...row, newer: 1 }, rows: [{ ...row, newer: 1 }] }
  expect(Read.parse(more)).toEqual(fits)
})

test('a missing field becomes its default, else what is empty for its kind', () => {
  expect(Read.parse({})).toEqual({ inner: { on: true, level: 'low' }, note: null, rows: [] })
  expect(Read.parse({ inner: { on: false } })).toMatchObject({ inner: { on: false, level: 'low' } })
})

test('a value of another version becomes the default, the fields beside it stay', () => {
  const other = { ...fits, inner: { on: false, level: 'highest' }, note: 'too long', rows: [row, { on: 'yes' }, 7] }
  expect(Read.parse(other)).toEqual({ ...fits, inner: { on: false, level: 'low' }, note: null })
})

test('what is no object at all becomes the defaults, where they are whole', () => {
  for (const other of ['text', 7, null, [], undefined])
    expect(Read.parse(other)).toEqual({ inner: { on: true, level: 'low' }, note: null, rows: [] })
})

test('what has neither default nor empty value still throws', () => {
  expect(() => stored(Inner).parse({ on: true })).toThrow()
  expect(() => stored(Inner, { on: true }).parse('text')).toThrow()
})

test('the schema that it was made of stays strict', () => {
  expect(Schema.safeParse({ ...fits, newer: 1 }).success).toBe(false)
})
