import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { complaintOf, nameField, onlyComplaint } from './complaints.ts'
import { operations } from './operations/index.ts'

const BAD: readonly unknown[] = [undefined, null, 5, -1, 1.5, 'x', '', true, [], {}, 'x'.repeat(3000)]
/** The checking library's own words begin like this. */
const FOREIGN = /Invalid input|Invalid option|Too (big|small)|expected|received|Unrecognized|Invalid (UUID|ISO)/

test('no field of any operation is refused in the checking library’s words', () => {
  const said = new Set<string>()
  for (const { input } of operations.filter(({ http }) => http)) {
    const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
    const tries = [null, [], { strange: 1 }, ...fields.flatMap((field) => BAD.map((value) => ({ [field]: value })))]
    for (const value of tries)
      for (const issue of input.safeParse(value, { error: complaintOf }).error?.issues ?? []) said.add(issue.message)
  }
  expect([...said]).toEqual(expect.arrayContaining(['Must be a number', 'Must be one of csv, json', 'At most 100 characters']))
  expect([...said].filter((sentence) => FOREIGN.test(sentence))).toEqual([])
})

test('a sentence that names no field is given its field’s name, a form’s own stands word for word', () => {
  expect(nameField('limit', 'Must be a number')).toBe('limit: Must be a number')
  expect(nameField('building.floors', 'At most 60 lines')).toBe('building.floors: At most 60 lines')
  expect(nameField('visitorName', 'Name is required')).toBe('Name is required')
  expect(nameField('sound', 'Please upload a sound first')).toBe('Please upload a sound first')
})

test('one complaint alone becomes the message; several point at the fields', () => {
  expect(onlyComplaint({ limit: 'Must be a number' })).toBe('limit: Must be a number')
  expect(onlyComplaint({ limit: 'Must be a number', strange: 'Unknown field' })).toBeUndefined()
  expect(onlyComplaint({})).toBeUndefined()
})
