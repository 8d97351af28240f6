import { expect, test } from '@jest/globals'
import { ContactForm } from './contacts.ts'
import { ChatMessageFrame } from './frames/client.ts'
import { CHAT_LENGTH } from './limits.ts'
import { RegisterForm } from './operations/auth.ts'
import { RingForm } from './operations/doorbell.ts'
import { ProfileForm } from './operations/profile.ts'
import { plainText } from './typed.ts'
import { VisitRequestForm } from './visits.ts'

const ring = { visitorName: 'Vera', message: 'Hello' }
const contact = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '+49 30 123456' }
const request = { visitorName: 'Vera', date: '2026-11-21', time: '10:00', purpose: 'Heating' }
const chat = { type: 'chat_message', recipientId: 1 }
const password = 'Correct-Horse-1'
const person = { ...contact, phone: undefined, username: 'ada', password, confirmPassword: password }
const UNSEEN = ['\u200b', '\u202e', '\u200f \u200e', '\u2060\ufeff', '\u3164', '\u00ad\u200d', '\u2800']

test('signs that turn a sentence round are taken out of names and words', () => {
  expect(plainText('\u202eVera\u202c \u2066B.\u2069')).toBe('Vera B.')
  expect(plainText(' \u200f\u200eVera\u200e ')).toBe('Vera')
  expect(RingForm.parse({ visitorName: '\u202eareV', message: 'a\u2067b\u2069' })).toMatchObject({ visitorName: 'areV', message: 'ab' })
  expect(ChatMessageFrame.parse({ ...chat, message: 'a\u202db' })).toMatchObject({ message: 'ab' })
  expect(VisitRequestForm.parse({ ...request, purpose: '\u202eHeating' })).toMatchObject({ purpose: 'Heating' })
  expect(ContactForm.parse({ ...contact, lastName: 'Re\u202eed' })).toMatchObject({ lastName: 'Reed' })
  expect(ProfileForm.parse({ firstName: 'Ada\u202e' })).toEqual({ firstName: 'Ada' })
})

test('emoji, Persian and right-to-left names stay as they are typed', () => {
  for (const text of ['👨‍👩‍👧 Reed', 'علی‌رضا', 'דנה', 'a\u200eb', 'Zoë', '❤️']) expect(plainText(text)).toBe(text)
})

test.each(UNSEEN)('what nobody would see is no name and no message (%j)', (unseen) => {
  const said = (schema: typeof RingForm | typeof VisitRequestForm | typeof ContactForm | typeof RegisterForm, value: unknown) =>
    schema.safeParse(value).error?.issues.map((issue) => issue.message)
  expect(said(RingForm, { ...ring, visitorName: unseen })).toEqual(['Name is required'])
  expect(said(RingForm, { ...ring, message: unseen })).toEqual(['Message is required'])
  expect(said(VisitRequestForm, { ...request, visitorName: unseen })).toEqual(['Name is required'])
  expect(said(VisitRequestForm, { ...request, purpose: unseen })).toEqual(['Purpose is required'])
  expect(said(ContactForm, { ...contact, firstName: unseen })).toEqual(['First name is required'])
  expect(said(RegisterForm, { ...person, phone: undefined, firstName: unseen })).toContain('First name is required')
  expect(ChatMessageFrame.safeParse({ ...chat, message: unseen }).error?.issues[0]?.message).toBe(CHAT_LENGTH)
})
