/** The contact form at the boundary of each limit, with the messages of docs/product/specification.md, 5. */
import { expect, test } from '@jest/globals'
import { ContactChange, ContactForm } from './contacts.ts'
import { Building } from './doors.ts'
import { issueSentence, toFieldIssue, WITH_CODES } from './issues.ts'

const contact = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '0301234567' }
const said = (form: unknown, schema: typeof ContactForm | typeof ContactChange = ContactForm) => {
  const parsed = schema.safeParse(form, WITH_CODES)
  return parsed.success ? undefined : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issueSentence(toFieldIssue(issue))}`)
}

// covers: V-contact
test.each([
  ['firstName', 'First name is required'],
  ['lastName', 'Last name is required'],
] as const)('%s is required: absent, empty, blank or non-text values read "%s"', (field, sentence) => {
  for (const value of [undefined, '', '   ', null, 7, {}]) expect(said({ ...contact, [field]: value })).toEqual([`${field}: ${sentence}`])
  expect(said({ ...contact, [field]: 'x' })).toBeUndefined()
  expect(said({ ...contact, [field]: 'x'.repeat(50) })).toBeUndefined()
  expect(said({ ...contact, [field]: 'x'.repeat(51) })).toEqual([`${field}: At most 50 characters`])
})

// covers: V-contact
test('an email address is validated and limited to 100 characters', () => {
  for (const email of [undefined, '', 'ada', 'ada@', '@example.org', 'a da@example.org', null, 7])
    expect(said({ ...contact, email })).toEqual(['email: Invalid email address'])
  const long = (length: number) => `a@${'b'.repeat(50)}.${'c'.repeat(length - 57)}.org`
  expect(long(100)).toHaveLength(100)
  expect(said({ ...contact, email: long(99) })).toBeUndefined()
  expect(said({ ...contact, email: long(100) })).toBeUndefined()
  expect(said({ ...contact, email: long(101) })).toEqual(['email: At most 100 characters'])
  expect(ContactForm.parse({ ...contact, email: ' ada@example.org ' }).email).toBe('ada@example.org')
})

// covers: V-contact
test('a contact’s phone number shorter than 10 characters counts as missing', () => {
  for (const phone of [undefined, '', '030123456', '          ', '030123456   ', null, 301234567])
    expect(said({ ...contact, phone })).toEqual(['phone: Phone number is required'])
  expect(said({ ...contact, phone: '0301234567' })).toBeUndefined()
  expect(said({ ...contact, phone: '+49 30 123 45 67' })).toBeUndefined()
  expect(said({ ...contact, phone: '1'.repeat(40) })).toBeUndefined()
  expect(said({ ...contact, phone: '1'.repeat(41) })).toEqual(['phone: At most 40 characters'])
})

// covers: V-contact
test('a phone number follows the same format in all three forms', () => {
  for (const phone of ['javascript:alert(1)', 'call me back', '0301234567x', '-0301234567', '+49 30 1234567;1']) {
    expect(said({ ...contact, phone })).toEqual(['phone: Please enter a phone number'])
    expect(said({ phone }, ContactChange)).toEqual(['phone: Please enter a phone number'])
    const elsewhere = Building.shape.phone.safeParse(phone).error?.issues.map(({ message }) => message)
    expect(elsewhere).toEqual(['phone_invalid'])
  }
  for (const phone of ['(030) 123-4567', '+49.30.123.45', '030/1234567', '+1 (555) 123 4567'])
    expect([said({ ...contact, phone }), Building.shape.phone.parse(phone)]).toEqual([undefined, phone])
  expect(ContactForm.parse({ ...contact, phone: '\u202a+49 30 1234567\u202c' }).phone).toBe('+49 30 1234567')
})

// covers: V-contact
test('address and notes are optional, and favourite defaults to false', () => {
  expect(ContactForm.parse(contact)).toEqual({ ...contact, isFavorite: false })
  expect(ContactForm.parse({ ...contact, address: ' ', notes: '', isFavorite: true })).toEqual({
    ...contact,
    address: null,
    notes: null,
    isFavorite: true,
  })
  expect(said({ ...contact, address: 'x'.repeat(200), notes: 'x'.repeat(1_000) })).toBeUndefined()
  expect(said({ ...contact, address: 'x'.repeat(201) })).toEqual(['address: At most 200 characters'])
  expect(said({ ...contact, notes: 'x'.repeat(1_001) })).toEqual(['notes: At most 1000 characters'])
  expect(said({ ...contact, isFavorite: 'yes' })).toHaveLength(1)
})

// covers: V-contact
test('every invalid or unknown field of a contact is reported at once', () => {
  expect(said({})).toEqual([
    'firstName: First name is required',
    'lastName: Last name is required',
    'email: Invalid email address',
    'phone: Phone number is required',
  ])
  expect(said({ ...contact, avatar: 'x' })).toHaveLength(1)
})

// covers: V-contact
test('a partial contact update validates only the fields that are sent', () => {
  expect(ContactChange.parse({ notes: 'Has a key' })).toEqual({ notes: 'Has a key' })
  expect(ContactChange.parse({})).toEqual({})
  expect(said({ phone: '123' }, ContactChange)).toEqual(['phone: Phone number is required'])
  expect(said({ firstName: '' }, ContactChange)).toEqual(['firstName: First name is required'])
})
