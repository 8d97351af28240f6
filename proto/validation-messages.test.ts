import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { operations } from './operations/index.ts'
import { singleErrorMessage, validationMessage, withFieldName } from './validation-messages.ts'

const BAD: readonly unknown[] = [undefined, null, 5, -1, 1.5, 'x', '', true, [], {}, 'x'.repeat(3000)]
/** Matches Zod's own messages. */
const FOREIGN = /Invalid input|Invalid option|Too (big|small)|expected|received|Unrecognized|Invalid (UUID|ISO)/

test('no field of any operation is refused with Zod’s own message', () => {
  const seen = new Set<string>()
  for (const { input } of operations.filter(({ http }) => http)) {
    const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
    const tries = [null, [], { strange: 1 }, ...fields.flatMap((field) => BAD.map((value) => ({ [field]: value })))]
    for (const value of tries)
      for (const issue of input.safeParse(value, { error: validationMessage }).error?.issues ?? []) seen.add(issue.message)
  }
  expect([...seen]).toEqual(expect.arrayContaining(['Must be a number', 'Must be one of csv, json', 'At most 100 characters']))
  expect([...seen].filter((sentence) => FOREIGN.test(sentence))).toEqual([])
})

test('a message without a field name is prefixed with it', () => {
  expect(withFieldName('limit', 'Must be a number')).toBe('limit: Must be a number')
  expect(withFieldName('building.floors', 'At most 60 lines')).toBe('building.floors: At most 60 lines')
  expect(withFieldName('visitorName', 'Name is required')).toBe('Name is required')
  expect(withFieldName('sound', 'Please upload a sound first')).toBe('Please upload a sound first')
})

test('a single validation message becomes the error’s message', () => {
  expect(singleErrorMessage({ limit: 'Must be a number' })).toBe('limit: Must be a number')
  expect(singleErrorMessage({ limit: 'Must be a number', strange: 'Unknown field' })).toBeUndefined()
  expect(singleErrorMessage({})).toBeUndefined()
})
