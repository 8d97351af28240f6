import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { issueSentence, toFieldIssue, WITH_CODES } from '#proto/issues.ts'
import { FIELD } from '#proto/limits.ts'
import { operationNamed } from '#proto/operations/index.ts'
import { ProfileForm } from '#proto/operations/profile.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { ask, freshName, register, residentOf } from './person.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

/** The form's validation messages, by field. */
const messagesOf = (form: unknown) =>
  ProfileForm.safeParse(form, WITH_CODES).error?.issues.map((issue) => `${issue.path.join('.')}: ${issueSentence(toFieldIssue(issue))}`) ??
  []

// covers: V-profile C-user-change
test('a name of one character is refused, one of two is accepted', () => {
  const tooShort = ['firstName: First name must be at least 2 characters.', 'lastName: Last name must be at least 2 characters.']
  for (const name of ['', 'A', '  A ']) expect(messagesOf({ firstName: name, lastName: name })).toEqual(tooShort)
  expect(messagesOf({ firstName: 5, lastName: null })).toEqual(tooShort)
  expect(messagesOf({ firstName: 'Al', lastName: ' Bo ' })).toEqual([])
})

// covers: V-profile
test('each field has a maximum length, and unknown fields are refused', () => {
  const fields = { firstName: FIELD.name, lastName: FIELD.name, phone: FIELD.phone, address: FIELD.address } as const
  const typed = (field: string, length: number) => (field === 'phone' ? '1' : 'x').repeat(length)
  for (const [field, max] of Object.entries(fields)) {
    expect(messagesOf({ [field]: typed(field, max) })).toEqual([])
    expect(messagesOf({ [field]: typed(field, max + 1) })).toEqual([`${field}: At most ${max} characters`])
    expect(messagesOf({ [field]: true })).toHaveLength(1)
  }
  expect(messagesOf({ language: 'de' })).toEqual([])
  for (const language of ['fr', '', null]) expect(messagesOf({ language })).toHaveLength(1)
  for (const foreign of [{ email: 'a@b.example' }, { subscriptionTier: 'premium' }, { pictureUrl: '/x' }])
    expect(messagesOf(foreign)).toHaveLength(1)
})

// covers: V-profile C-user-change auth.change_profile
test('only the fields in the request change', async () => {
  const { user, session } = await register(world)
  const caller = { resident: await residentOf(world, session) }
  expect(user).toMatchObject({ phone: null, address: null, language: null, pictureUrl: null })
  const form = { firstName: 'Ada', phone: ' +44 20 7946 0000 ', address: '1 High Street\nLondon', language: 'de' as const }
  const { output, cookies } = await ask(world, 'auth.change_profile', ProfileForm.parse(form), caller)
  expect(cookies).toEqual({ language: 'de' })
  const expected = { ...user, ...form, phone: '+44 20 7946 0000' }
  expect(output).toEqual(expected)
  expect((await ask(world, 'auth.user', {}, caller)).output).toEqual(expected)
  for (const one of [{ lastName: user.lastName }, { phone: expected.phone }, { address: expected.address }])
    expect((await ask(world, 'auth.change_profile', one, caller)).output).toEqual(expected)
  expect((await ask(world, 'auth.change_profile', ProfileForm.parse({ phone: '', address: null }), caller)).output).toEqual({
    ...expected,
    phone: null,
    address: null,
  })
  expect((await ask(world, 'auth.change_profile', {}, caller)).output).toMatchObject({ firstName: 'Ada', language: 'de' })
})

test('signing in returns the profile and sets the language', async () => {
  const { user, session } = await register(world, freshName())
  await ask(world, 'auth.change_profile', { phone: '030 1', language: 'de' }, { resident: await residentOf(world, session) })
  const { output, cookies } = await ask(world, 'auth.login', { username: user.username, password: 'Correct-Horse-1' })
  expect(cookies).toMatchObject({ language: 'de' })
  expect(output).toMatchObject({ phone: '030 1', language: 'de' })
})

test('changing the profile requires a session', async () => {
  expect(operationNamed('auth.change_profile').caller).toBe('resident')
  await expect(ask(world, 'auth.change_profile', { firstName: 'Ada' })).rejects.toMatchObject({ code: 'unauthenticated' })
})
