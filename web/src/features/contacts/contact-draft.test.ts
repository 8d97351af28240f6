import { expect, test } from '@jest/globals'
import { draftOf, errorsOf, wordsOf } from './contact-draft.ts'

const good = { ...draftOf(), firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '0301234567' }

test('an empty form names each required field in the specified words, and no optional one [V-contact]', () => {
  expect(errorsOf(draftOf())).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Invalid email address',
    phone: 'Phone number is required',
  })
  expect(errorsOf(good)).toEqual({})
})

test('nine characters are no phone number and ten are one, blanks around them not counted [V-contact]', () => {
  expect(errorsOf({ ...good, phone: ' 030123456 ' })).toEqual({ phone: 'Phone number is required' })
  expect(errorsOf({ ...good, phone: '0301234567' })).toEqual({})
  expect(errorsOf({ ...good, email: 'ada@example' })).toEqual({ email: 'Invalid email address' })
})

test('an empty address or note is none', () => {
  expect(wordsOf(good)).toEqual({
    firstName: 'Ada',
    lastName: 'Reed',
    email: 'ada@example.org',
    phone: '0301234567',
    address: null,
    notes: null,
  })
})
