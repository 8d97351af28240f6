import { expect, test } from '@jest/globals'
import { ContactForm } from './contacts.ts'
import { Building, DoorLabel } from './doors.ts'
import { ChatMessageFrame } from './frames/client.ts'
import { FIELD } from './limits.ts'
import { LoginForm, RegisterForm } from './operations/auth.ts'
import { RingForm } from './operations/doorbell.ts'
import { ProfileForm } from './operations/profile.ts'
import { RING_DETAILS } from './ring-details.ts'
import { hasOneAlphabet, plainUsername, stripHiddenCharacters, stripHiddenToOneLine } from './sanitized-text.ts'
import { VisitRequestForm } from './visits.ts'

const ring = { visitorName: 'Vera', message: 'Hello' }
const contact = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '+49 30 123456' }
const request = { visitorName: 'Vera', date: '2026-11-21', time: '10:00', purpose: 'Heating' }
const chat = { type: 'chat_message', recipientId: 1 }
const password = 'Correct-Horse-1'
const person = { ...contact, phone: undefined, username: 'ada', password, confirmPassword: password }
const INVISIBLE = ['\u200b', '\u202e', '\u200f \u200e', '\u2060\ufeff', '\u3164', '\u00ad\u200d', '\u2800']

test('bidi control characters are removed from names and messages', () => {
  expect(stripHiddenCharacters('\u202eVera\u202c \u2066B.\u2069')).toBe('Vera B.')
  expect(stripHiddenCharacters(' \u200f\u200eVera\u200e ')).toBe('Vera')
  expect(RingForm.parse({ visitorName: '\u202eareV', message: 'a\u2067b\u2069' })).toMatchObject({ visitorName: 'areV', message: 'ab' })
  expect(ChatMessageFrame.parse({ ...chat, message: 'a\u202db' })).toMatchObject({ message: 'ab' })
  expect(VisitRequestForm.parse({ ...request, purpose: '\u202eHeating' })).toMatchObject({ purpose: 'Heating' })
  expect(ContactForm.parse({ ...contact, lastName: 'Re\u202eed' })).toMatchObject({ lastName: 'Reed' })
  expect(ProfileForm.parse({ firstName: 'Ada\u202e' })).toEqual({ firstName: 'Ada' })
})

const VISIBLE = [
  ...['👨‍👩‍👧 Reed', '❤️', '👩🏽‍❤️‍💋‍👨', '🏳️‍🌈', '🏴‍☠️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪', '1️⃣', '👁️‍🗨️', '☺︎'],
  ...['علی‌رضا', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී', 'അവന്‍', 'דנה', '葛󠄀', 'Zoë', 'a\u0301', 'a\u200eb', '5\u00a0km', 'o’Hara'],
]
test.each(VISIBLE)('%s is kept unchanged', (text) => {
  expect([stripHiddenCharacters(text), stripHiddenToOneLine(text)]).toEqual([text, text])
})

const WITHIN = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u180e',
  '\u200e',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u3164',
  '\ufe0f',
]
test.each([...WITHIN, '\ufeff', '\ufff9', '\u{e0061}', '\u{e0100}', '\u0007'])(
  '%j between two letters does not make a different username',
  (unseen) => {
    expect(plainUsername(`ad${unseen}a`)).toBe('ada')
    const typed = { username: `ad${unseen}a`, password }
    expect(LoginForm.parse(typed)).toEqual({ username: 'ada', password })
    const { phone: _, ...fields } = person
    expect(RegisterForm.parse({ ...fields, ...typed })).toMatchObject({ username: 'ada' })
  },
)

test('a joiner is kept only once and only between characters it joins', () => {
  expect(stripHiddenCharacters('ad\u200da 1\ufe0f 👨\u200d, علی\u200c، می\u200c\u200cخواهم')).toBe('ada 1 👨, علی، می\u200cخواهم')
})

test('line breaks are kept in multi-line texts and collapsed elsewhere', () => {
  expect(stripHiddenCharacters(' a\u200b\r\n\tb\u0007\n\nc ')).toBe('a\n\tb\n\nc')
  expect(stripHiddenToOneLine(' a\nb\r\nc\t\td \u2028 e\u0085\n')).toBe('a b c d e')
  expect(stripHiddenToOneLine('two  spaces')).toBe('two  spaces')
  const broken = 'a\nb\r\nc'
  const lines = 'a\nb\nc'
  const floors = [{ floor: broken, name: broken }]
  expect(RingForm.parse({ visitorName: broken, unitNumber: broken, message: broken })).toMatchObject({
    visitorName: 'a b c',
    unitNumber: 'a b c',
    message: lines,
  })
  expect(VisitRequestForm.parse({ ...request, purpose: broken, residentName: broken })).toMatchObject({
    purpose: 'a b c',
    residentName: 'a b c',
  })
  expect(ContactForm.parse({ ...contact, firstName: broken, address: broken, notes: `${broken}\u202e` })).toMatchObject({
    firstName: 'a b c',
    address: lines,
    notes: lines,
  })
  expect(ProfileForm.parse({ lastName: broken, phone: '1\n2', address: broken })).toEqual({
    lastName: 'a b c',
    phone: '1 2',
    address: lines,
  })
  expect(DoorLabel.parse(broken)).toBe('a b c')
  expect(Building.parse({ phone: '\u202d+49 30\u202c\n1', floors, hours: null, timeZone: 'UTC' })).toMatchObject({
    phone: '+49 30 1',
    floors: [{ floor: 'a b c', name: 'a b c' }],
  })
})

const LENGTH = 1_000
const TIMES = 16
/** One long text takes as much processor time as the same text in 16 parts; in quadratic time it takes 16 times as much. */
test.each([' ', '\u200e', '\u200c', '\n ', 'ی\u200c', '👨\u200d', '\u{1f3f4}\u{e0061}'])(
  'a long text of %j is sanitized in linear time',
  (part) => {
    const once = (count: number, times: number) => {
      const text = `é${part.repeat(count)}é`
      const from = process.cpuUsage()
      for (let time = 0; time < times; time += 1)
        for (const read of [stripHiddenCharacters, stripHiddenToOneLine, plainUsername]) read(text)
      return process.cpuUsage(from).user
    }
    const least = (count: number, times: number) => Math.max(2_000, Math.min(...[1, 2, 3].map(() => once(count, times))))
    expect(least(LENGTH * TIMES, 1) / least(LENGTH, TIMES)).toBeLessThan(5)
  },
)

const HIDDEN = '\u200b'
test.each<[string, { safeParse: (value: unknown) => { success: boolean } }, (text: string) => object, number]>([
  ['a name', RingForm, (text) => ({ ...ring, visitorName: text }), FIELD.visitorName],
  ['a unit', RingForm, (text) => ({ ...ring, unitNumber: text }), RING_DETAILS.unitNumber.max],
  ['a message', RingForm, (text) => ({ ...ring, message: text }), FIELD.ringMessage],
  ['a chat message', ChatMessageFrame, (text) => ({ ...chat, message: text }), FIELD.chatMessage],
  ['a purpose', VisitRequestForm, (text) => ({ ...request, purpose: text }), FIELD.visitPurpose],
  ['notes', ContactForm, (text) => ({ ...contact, notes: text }), FIELD.contactNotes],
  ['an address', ProfileForm, (text) => ({ address: text }), FIELD.address],
  ['a name to sign in with', LoginForm, (text) => ({ username: text, password }), FIELD.email],
])('%s is accepted with a few hidden characters and refused when mostly hidden', (_what, schema, withText, max) => {
  const text = (hidden: number) => withText(`Heating${HIDDEN.repeat(hidden)}`)
  expect([schema.safeParse(text(max)).success, schema.safeParse(text(4 * max)).success]).toEqual([true, false])
})

test('a text far over its limit is refused without being sanitized', () => {
  const message = HIDDEN.repeat(1_400_000)
  expect(RingForm.safeParse({ ...ring, message }).error?.issues.map((issue) => issue.message)).toEqual(['too_long'])
})

test.each(INVISIBLE)('an invisible text is refused as a name and as a message (%j)', (unseen) => {
  const said = (schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined } }, value: unknown) =>
    schema.safeParse(value).error?.issues.map((issue) => issue.message)
  expect(said(RingForm, { ...ring, visitorName: unseen })).toEqual(['name_required'])
  expect(said(RingForm, { ...ring, message: unseen })).toEqual(['message_required'])
  expect(said(VisitRequestForm, { ...request, visitorName: unseen })).toEqual(['name_required'])
  expect(said(VisitRequestForm, { ...request, purpose: unseen })).toEqual(['purpose_required'])
  expect(said(ContactForm, { ...contact, firstName: unseen })).toEqual(['first_name_required'])
  expect(said(RegisterForm, { ...person, phone: undefined, firstName: unseen })).toContain('first_name_required')
  expect(said(RegisterForm, { ...person, username: unseen })).toContain('username_required')
  expect(said(LoginForm, { username: unseen, password })).toEqual(['username_required'])
  expect(said(DoorLabel, unseen)).toEqual(['label_required'])
  expect(ContactForm.parse({ ...contact, address: unseen, notes: unseen })).toMatchObject({ address: null, notes: null })
  expect(ChatMessageFrame.safeParse({ ...chat, message: unseen }).error?.issues[0]?.message).toBe('message_length')
})

test.each(['admin', 'админ', 'Ωmega'.slice(1), 'zoë_2', '山田taro', 'علی‌رضا-9', '12_34', '👩‍💻ada'])('%s uses one alphabet', (name) => {
  expect(hasOneAlphabet(name)).toBe(true)
})

test.each(['\u0430dmin', 'a\u03bfl', 'p\u0430yp\u0430l', 'Ωmega'])('%s mixes look-alike alphabets', (name) => {
  expect(hasOneAlphabet(name)).toBe(false)
})
