import { expect, test } from '@jest/globals'
import { contactDraftOf, contactErrors, contactFieldsOf } from './contact-draft.ts'

const good = { ...contactDraftOf(), firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '0301234567' }

// covers: V-contact
test('an empty form has the specified errors on required fields only', () => {
  expect(contactErrors(contactDraftOf())).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Invalid email address',
    phone: 'Phone number is required',
  })
  expect(contactErrors(good)).toEqual({})
})

// covers: V-contact
test('a phone number has at least ten characters', () => {
  expect(contactErrors({ ...good, phone: ' 030123456 ' })).toEqual({ phone: 'Phone number is required' })
  expect(contactErrors({ ...good, phone: '0301234567' })).toEqual({})
  expect(contactErrors({ ...good, email: 'ada@example' })).toEqual({ email: 'Invalid email address' })
})

test('an empty address or note is stored as null', () => {
  expect(contactFieldsOf(good)).toEqual({
    firstName: 'Ada',
    lastName: 'Reed',
    email: 'ada@example.org',
    phone: '0301234567',
    address: null,
    notes: null,
  })
})
