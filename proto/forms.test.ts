/** Forms at the boundary of each limit: below and at it the input is accepted, above it refused with the specified message. */
import { expect, test } from '@jest/globals'
import type { z } from 'zod'
import { Activity } from './entities.ts'
import { ChatMessageFrame } from './frames/client.ts'
import { issueSentence, toFieldIssue, WITH_CODES } from './issues.ts'
import { LoginForm, NewPassword, RegisterForm } from './operations/auth.ts'
import { RingForm } from './operations/doorbell.ts'

const PASSWORD = 'Correct-Horse-1'
const person = {
  firstName: 'Ada',
  lastName: 'Reed',
  email: 'ada@example.org',
  username: 'ada',
  password: PASSWORD,
  confirmPassword: PASSWORD,
}
const ring = { visitorName: 'Vera', message: 'Hello' }

/** Field → the first sentence about it; empty for a valid form. */
function complaints(schema: z.ZodType, value: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of schema.safeParse(value, WITH_CODES).error?.issues ?? [])
    found[issue.path.join('.')] ??= issueSentence(toFieldIssue(issue))
  return found
}
const address = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`

// covers: L-user-fields
test.each([
  ['username', 50, (length: number) => 'u'.repeat(length)],
  ['firstName', 50, (length: number) => 'f'.repeat(length)],
  ['lastName', 50, (length: number) => 'l'.repeat(length)],
] as const)('%s has at most %i characters', (field, max, text) => {
  for (const length of [max - 1, max]) expect(complaints(RegisterForm, { ...person, [field]: text(length) })).toEqual({})
  expect(complaints(RegisterForm, { ...person, [field]: text(max + 1) })).toEqual({ [field]: `At most ${max} characters` })
})

// covers: L-user-fields
test('a username has at most 100 characters', () => {
  const long = `${'a'.repeat(60)}@${'b'.repeat(27)}.example.org`
  expect(long).toHaveLength(100)
  expect(complaints(RegisterForm, { ...person, email: long })).toEqual({})
  expect(complaints(RegisterForm, { ...person, email: `a${long}` }).email).toBe('At most 100 characters')
})

test.each(['bob@example.org', 'bob@home', 'ｂｏｂ＠example.org'])('the username %s is an address, and is refused', (username) => {
  expect(complaints(RegisterForm, { ...person, username })).toEqual({ username: 'Choose a username that is not an email address' })
})

test('a password is taken exactly as typed, up to 1,024 characters', () => {
  for (const password of ['  Walnut-Ladder-27  ', 'Ｗalnut-Ladder-27 ', `Aa1!${'x'.repeat(1_020)}`]) {
    expect(RegisterForm.parse({ ...person, password, confirmPassword: password }).password).toBe(password)
    expect(LoginForm.parse({ username: 'ada', password }).password).toBe(password)
  }
})

// covers: V-register V-register-email
test('a missing and an invalid email address have different messages', () => {
  expect(complaints(RegisterForm, { ...person, email: '' })).toEqual({ email: 'Email is required' })
  for (const email of ['ada', 'ada@', '@example.org', 'a b@example.org'])
    expect(complaints(RegisterForm, { ...person, email })).toEqual({ email: 'Invalid email address' })
  expect(complaints(RegisterForm, { ...person, email: ` ${address(40)} ` })).toEqual({})
})

// covers: V-register
test('an empty registration reports each missing field', () => {
  expect(complaints(RegisterForm, {})).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    username: 'Username is required',
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})

// covers: V-register-match
test('a password mismatch is reported on the confirmation field', () => {
  expect(complaints(RegisterForm, { ...person, confirmPassword: `${PASSWORD}x` })).toEqual({ confirmPassword: 'Passwords do not match' })
})

// covers: V-register-ignored E-user-tier
test('registration ignores a submitted tier and code', () => {
  expect(RegisterForm.parse(person).subscriptionTier).toBe('free')
  expect(complaints(RegisterForm, { ...person, subscriptionTier: 'premium', qrCodeId: 'x'.repeat(20) })).toEqual({})
  expect(Object.keys(complaints(RegisterForm, { ...person, subscriptionTier: 'gold', qrCodeId: 'x'.repeat(21) }))).toEqual([
    'subscriptionTier',
    'qrCodeId',
  ])
})

// covers: V-password
test.each([
  ['Abcd-1x', 'Password must be at least 8 characters'],
  ['Abcdefg-', 'Password must contain at least one number'],
  ['abcdef-1', 'Password must contain at least one uppercase letter'],
  ['Abcdefg1', 'Password must contain at least one special character'],
])('%s is refused as a password: %s', (password, sentence) => {
  expect(Object.values(complaints(NewPassword, password))).toEqual([sentence])
})

// covers: V-password
test('eight characters with all four character classes are accepted as a password', () => {
  expect(complaints(NewPassword, 'Abcde-1x')).toEqual({})
})

// covers: V-login
test('an empty login reports both fields', () => {
  expect(complaints(LoginForm, { username: ' ', password: '' })).toEqual({
    username: 'Username is required',
    password: 'Password is required',
  })
  expect(complaints(LoginForm, { username: 'a', password: 'b' })).toEqual({})
})

// covers: V-ring
test('a ring requires a name and a message but no unit', () => {
  expect(complaints(RingForm, { visitorName: ' ', message: '' })).toEqual({
    visitorName: 'Name is required',
    message: 'Message is required',
  })
  expect(complaints(RingForm, {})).toEqual({ visitorName: 'Name is required', message: 'Message is required' })
  for (const blank of ['', ' ', ' \n\t '])
    expect([complaints(RingForm, { ...ring, visitorName: blank }), complaints(RingForm, { ...ring, message: blank })]).toEqual([
      { visitorName: 'Name is required' },
      { message: 'Message is required' },
    ])
  for (const unitNumber of [undefined, null, '', '4b']) expect(complaints(RingForm, { ...ring, unitNumber })).toEqual({})
})

// covers: L-ring-fields
test.each([
  ['visitorName', 100],
  ['message', 500],
  ['unitNumber', 20],
] as const)('a ring’s %s has at most %i characters', (field, max) => {
  for (const length of [max - 1, max]) expect(complaints(RingForm, { ...ring, [field]: 'x'.repeat(length) })).toEqual({})
  expect(complaints(RingForm, { ...ring, [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: `At most ${max} characters` })
})

// covers: L-chat V-chat-blank
test('a chat message has 1 to 2,000 characters after trimming', () => {
  const said = (message: string) => complaints(ChatMessageFrame, { type: 'chat_message', recipientId: 1, message })
  for (const message of ['x', ` ${'x'.repeat(2_000)} `]) expect(said(message)).toEqual({})
  for (const message of ['', ' \n ', 'x'.repeat(2_001)]) expect(said(message).message).toBe('A message must have 1 to 2000 characters.')
})

// covers: E-activity-types
test('activity readers accept every specified activity type', () => {
  const { activityType } = Activity.shape
  for (const type of ['doorbell_ring', 'message', 'video_call', 'audio_call', 'notification']) expect(activityType.parse(type)).toBe(type)
  expect(activityType.safeParse('telegram').success).toBe(false)
})

test('a new username is no email address, in any spelling', () => {
  for (const username of ['ada@example.org', 'ada＠example.org', 'ada@home'])
    expect(complaints(RegisterForm, { ...person, username })).toEqual({ username: 'Choose a username that is not an email address' })
  expect(complaints(RegisterForm, { ...person, username: '@ada' })).toEqual({})
  expect(complaints(LoginForm, { username: address(100), password: 'b' })).toEqual({})
})
