/** What people type, at the border of each limit: one below and at it is taken, one above is refused in the specified words. */
import { expect, test } from '@jest/globals'
import type { z } from 'zod'
import { Activity } from './entities.ts'
import { ChatMessageFrame } from './frames/client.ts'
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

/** Field → the first sentence about it; empty where all is well. */
function complaints(schema: z.ZodType, value: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of schema.safeParse(value).error?.issues ?? []) found[issue.path.join('.')] ??= issue.message
  return found
}
const address = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`

test.each([
  ['username', 50, (length: number) => 'u'.repeat(length)],
  ['firstName', 50, (length: number) => 'f'.repeat(length)],
  ['lastName', 50, (length: number) => 'l'.repeat(length)],
] as const)('%s has at most %i characters [L-user-fields]', (field, max, text) => {
  for (const length of [max - 1, max]) expect(complaints(RegisterForm, { ...person, [field]: text(length) })).toEqual({})
  expect(complaints(RegisterForm, { ...person, [field]: text(max + 1) })).toEqual({ [field]: `At most ${max} characters` })
})

test('an address has at most 100 characters [L-user-fields]', () => {
  const long = `${'a'.repeat(60)}@${'b'.repeat(27)}.example.org`
  expect(long).toHaveLength(100)
  expect(complaints(RegisterForm, { ...person, email: long })).toEqual({})
  expect(complaints(RegisterForm, { ...person, email: `a${long}` }).email).toBe('At most 100 characters')
})

test('an empty or wrong address has its own sentence [V-register] [V-register-email]', () => {
  expect(complaints(RegisterForm, { ...person, email: '' })).toEqual({ email: 'Email is required' })
  for (const email of ['ada', 'ada@', '@example.org', 'a b@example.org'])
    expect(complaints(RegisterForm, { ...person, email })).toEqual({ email: 'Invalid email address' })
  expect(complaints(RegisterForm, { ...person, email: ` ${address(40)} ` })).toEqual({})
})

test('what is missing at registration is told field by field [V-register]', () => {
  expect(complaints(RegisterForm, {})).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    username: 'Username is required',
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})

test('passwords that differ are told under the second one [V-register-match]', () => {
  expect(complaints(RegisterForm, { ...person, confirmPassword: `${PASSWORD}x` })).toEqual({ confirmPassword: 'Passwords do not match' })
})

test('a tier and a code may be sent and mean nothing; the tier is free where none is sent [V-register-ignored] [E-user-tier]', () => {
  expect(RegisterForm.parse(person).subscriptionTier).toBe('free')
  expect(complaints(RegisterForm, { ...person, subscriptionTier: 'premium', qrCodeId: 'x'.repeat(20) })).toEqual({})
  expect(Object.keys(complaints(RegisterForm, { ...person, subscriptionTier: 'gold', qrCodeId: 'x'.repeat(21) }))).toEqual([
    'subscriptionTier',
    'qrCodeId',
  ])
})

test.each([
  ['Abcd-1x', 'Password must be at least 8 characters'],
  ['Abcdefg-', 'Password must contain at least one number'],
  ['abcdef-1', 'Password must contain at least one uppercase letter'],
  ['Abcdefg1', 'Password must contain at least one special character'],
])('%s is no password: %s [V-password]', (password, sentence) => {
  expect(Object.values(complaints(NewPassword, password))).toEqual([sentence])
})

test('eight characters with all four kinds are a password [V-password]', () => {
  expect(complaints(NewPassword, 'Abcde-1x')).toEqual({})
})

test('an empty log-in names both fields [V-login]', () => {
  expect(complaints(LoginForm, { username: ' ', password: '' })).toEqual({
    username: 'Username is required',
    password: 'Password is required',
  })
  expect(complaints(LoginForm, { username: 'a', password: 'b' })).toEqual({})
})

test('a ring needs a name and words, and no unit [V-ring]', () => {
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

test.each([
  ['visitorName', 100],
  ['message', 500],
  ['unitNumber', 20],
] as const)('a ring’s %s has at most %i characters [L-ring-fields]', (field, max) => {
  for (const length of [max - 1, max]) expect(complaints(RingForm, { ...ring, [field]: 'x'.repeat(length) })).toEqual({})
  expect(complaints(RingForm, { ...ring, [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: `At most ${max} characters` })
})

test('a chat message has 1 to 2,000 characters after trimming [L-chat] [V-chat-blank]', () => {
  const said = (message: string) => complaints(ChatMessageFrame, { type: 'chat_message', recipientId: 1, message })
  for (const message of ['x', ` ${'x'.repeat(2_000)} `]) expect(said(message)).toEqual({})
  for (const message of ['', ' \n ', 'x'.repeat(2_001)]) expect(said(message)).toEqual({ message: 'A message has 1 to 2000 characters.' })
})

test('readers take every specified type of activity [E-activity-types]', () => {
  const { activityType } = Activity.shape
  for (const type of ['doorbell_ring', 'message', 'video_call', 'audio_call', 'notification']) expect(activityType.parse(type)).toBe(type)
  expect(activityType.safeParse('telegram').success).toBe(false)
})
