import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { detailsOf, onlyMessage } from './errors.ts'
import { type FieldIssue, isIssueCode, issue, issueSentence, toFieldIssue, WITH_CODES } from './issues.ts'
import { operations } from './operations/index.ts'

const BAD: readonly unknown[] = [undefined, null, 5, -1, 1.5, 'x', '', true, [], {}, 'x'.repeat(3000)]

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value, WITH_CODES).error?.issues ?? []

test('every refused field of every operation has an issue code', () => {
  const sentences = new Set<string>()
  const uncoded = new Set<string>()
  for (const { input } of operations.filter(({ http }) => http)) {
    const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
    const tries = [null, [], { strange: 1 }, ...fields.flatMap((field) => BAD.map((value) => ({ [field]: value })))]
    for (const found of tries.flatMap((value) => issuesOf(input, value))) {
      if (!isIssueCode(found.message)) uncoded.add(found.message)
      sentences.add(issueSentence(toFieldIssue(found)))
    }
  }
  expect([...uncoded]).toEqual([])
  expect([...sentences]).toEqual(expect.arrayContaining(['Must be a number', 'Must be one of csv, json', 'At most 100 characters']))
  expect([...sentences].filter((sentence) => sentence.includes('{'))).toEqual([])
})

test('a union that repeats the code of an option has its parameters', () => {
  const schema = z.union([z.null(), z.string().max(5)], { error: () => issue('too_long') })
  expect(issuesOf(schema, 'abcdef').map(toFieldIssue)).toEqual([{ code: 'too_long', params: { max: 5 } }])
})

const MISSING: FieldIssue = { code: 'name_required', params: {} }
const NOT_NUMBER: FieldIssue = { code: 'not_number', params: {} }

test('a sentence that does not name its field gets the name', () => {
  expect(onlyMessage({ limit: NOT_NUMBER })).toBe('limit: Must be a number')
  expect(onlyMessage({ 'building.floors': { code: 'too_many_lines', params: { max: 60 } } })).toBe('building.floors: At most 60 lines')
  expect(onlyMessage({ visitorName: MISSING })).toBe('Name is required')
})

test('only a single issue becomes the message of the error', () => {
  expect(onlyMessage({ limit: NOT_NUMBER, strange: { code: 'unknown_field', params: {} } })).toBeUndefined()
  expect(onlyMessage({})).toBeUndefined()
})

test('details are the sentences of the issues', () => {
  expect(detailsOf({ visitorName: MISSING, limit: NOT_NUMBER })).toEqual({ visitorName: 'Name is required', limit: 'Must be a number' })
})
