import { expect, test } from '@jest/globals'
import { emailAddress, phoneNumber } from './fields.ts'
import { FIELD } from './limits.ts'

const Email = emailAddress('email_invalid')
const problem = (schema: typeof Email | ReturnType<typeof phoneNumber>, typed: string) => schema.safeParse(typed).error?.issues[0]?.message

test.each([
  ['info@müller.de', 'info@xn--mller-kva.de'],
  ['info@mu\u0308ller.de', 'info@xn--mller-kva.de'],
  ['x@例え.jp', 'x@xn--r8jz45g.jp'],
  ['x@例え。jp', 'x@xn--r8jz45g.jp'],
  ['a@b.xn--p1ai', 'a@b.xn--p1ai'],
  ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
  ['ａ＠ｂ．ｄｅ', 'a@b.de'],
  ['\u200ea@b.de\u200b ', 'a@b.de'],
  ['a&b@c.de', 'a&b@c.de'],
  ["o'neil+door@Example.ORG", "o'neil+door@Example.ORG"],
  ['first..last@docomo.example', 'first..last@docomo.example'],
])('%s is read as %s', (typed, stored) => {
  expect(Email.parse(typed)).toBe(stored)
})

test.each([
  'a',
  'a@',
  '@b.de',
  'a b@c.de',
  'a@b',
  'a@127.0.0.1',
  'a@ä',
  'a@ä.de/x',
  'a@ä.de:25',
  'a@x%40ä.de',
  'a@-b.de',
  'a@b..de',
  'a@b@c.de',
])('%s is no email address', (typed) => {
  expect(problem(Email, typed)).toBe('email_invalid')
})

test('letters outside ASCII before the @ have a sentence of their own', () => {
  expect(problem(Email, 'müller@example.com')).toBe('email_local_part')
  expect(problem(Email, 'müller@')).toBe('email_invalid')
})

test('an address is as long as its ASCII form', () => {
  const label = Array.from({ length: 18 }, (_, index) => String.fromCodePoint(0x4e00 + index * 997)).join('')
  expect(problem(Email, `a@${label}.${label}.de`)).toBe('too_long')
})

test.each([
  ['+49\u00a0170\u2011123456', '+49 170-123456'],
  ['+49\u2009170\u2013123\u2212456', '+49 170-123-456'],
  ['＋４９（０）１７０', '+49(0)170'],
  ['٠١٧٠١٢٣٤٥٦', '0170123456'],
  ['۰۱۷۰۱۲۳۴۵۶', '0170123456'],
  ['०१७०१२३४५६', '0170123456'],
])('the telephone number %s is read as %s', (typed, stored) => {
  expect(phoneNumber(FIELD.phoneMin, FIELD.phone).parse(typed)).toBe(stored)
})

test('a telephone number has at least its length after reading', () => {
  expect(problem(phoneNumber(FIELD.phoneMin, FIELD.phone), '\u200b1\u200b')).toBe('phone_invalid')
})
