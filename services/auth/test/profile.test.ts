import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { FIELD } from '#proto/limits.ts'
import { operationNamed } from '#proto/operations/index.ts'
import { ProfileForm } from '#proto/operations/profile.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { ask, freshName, register, residentOf } from './person.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
}, 60_000)
afterAll(() => world.stop())

/** What the edge says of a form, by field. */
const complaints = (form: unknown) =>
  ProfileForm.safeParse(form).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('a name of one character is refused in the form’s words, two are taken [V-profile] [C-user-change]', () => {
  const tooShort = ['firstName: First name must be at least 2 characters.', 'lastName: Last name must be at least 2 characters.']
  for (const name of ['', 'A', '  A ']) expect(complaints({ firstName: name, lastName: name })).toEqual(tooShort)
  expect(complaints({ firstName: 5, lastName: null })).toEqual(tooShort)
  expect(complaints({ firstName: 'Al', lastName: ' Bo ' })).toEqual([])
})

test('each field has an end, and nothing else is taken [V-profile]', () => {
  const fields = { firstName: FIELD.name, lastName: FIELD.name, phone: FIELD.phone, address: FIELD.address } as const
  for (const [field, max] of Object.entries(fields)) {
    expect(complaints({ [field]: 'x'.repeat(max) })).toEqual([])
    expect(complaints({ [field]: 'x'.repeat(max + 1) })).toEqual([`${field}: At most ${max} characters`])
    expect(complaints({ [field]: true })).toHaveLength(1)
  }
  expect(complaints({ language: 'de' })).toEqual([])
  for (const language of ['fr', '', null]) expect(complaints({ language })).toHaveLength(1)
  for (const foreign of [{ email: 'a@b.example' }, { subscriptionTier: 'premium' }, { pictureUrl: '/x' }])
    expect(complaints(foreign)).toHaveLength(1)
})

test('what is named changes and is there afterwards, what is not named stays; phone and address are optional [V-profile] [C-user-change]', async () => {
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

test('signing in answers the profile too, and tells the browser its language', async () => {
  const { user, session } = await register(world, freshName())
  await ask(world, 'auth.change_profile', { phone: '030 1', language: 'de' }, { resident: await residentOf(world, session) })
  const { output, cookies } = await ask(world, 'auth.login', { username: user.username, password: 'Correct-Horse-1' })
  expect(cookies).toMatchObject({ language: 'de' })
  expect(output).toMatchObject({ phone: '030 1', language: 'de' })
})

test('nobody’s profile is changed without a session', async () => {
  expect(operationNamed('auth.change_profile').caller).toBe('resident')
  await expect(ask(world, 'auth.change_profile', { firstName: 'Ada' })).rejects.toMatchObject({ code: 'unauthenticated' })
})
