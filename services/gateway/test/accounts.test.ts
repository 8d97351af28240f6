/** Account operations over HTTP, with exact shapes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const post = (body: object) => ({ method: 'POST' as const, body })
let names = 0
const form = (fields: object = {}) => {
  names += 1
  const username = `calls-${process.pid}-${names}`
  const person = { firstName: 'Ada', lastName: 'Reed', username, email: `${username}@example.org` }
  return { ...person, password: PASSWORD, confirmPassword: PASSWORD, ...fields }
}

// covers: C-cookies E-user S-signed-in auth.register auth.user
test('registration answers 201 with the user and signs in', async () => {
  const person = world.person()
  const sent = form()
  const answer = await person.http('/api/register', post(sent))
  expect(answer.status).toBe(201)
  expect(String(answer.headers['set-cookie'])).toMatch(/session[^;]*=[^;]+;.*HttpOnly.*SameSite=Lax/)
  expect(answer.body).toEqual({
    id: expect.any(Number),
    username: sent.username,
    firstName: 'Ada',
    lastName: 'Reed',
    email: sent.email,
    emailVerified: false,
    subscriptionTier: 'free',
    qrCodeId: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
    securitySettings: { twoFactorEnabled: false, notificationsEnabled: true, activityLogsEnabled: true },
    createdAt: expect.stringMatching(TIME),
    phone: null,
    address: null,
    language: null,
    pictureUrl: null,
  })
  const again = await person.http('/api/user')
  expect([again.status, again.body]).toEqual([200, answer.body])
})

// covers: S-signed-in S-signed-out S-log-out auth.login auth.logout
test('login answers 200 with the user, and logout ends the session', async () => {
  const resident = await world.resident()
  const person = world.person()
  expect((await person.http('/api/user')).status).toBe(401)
  const answer = await person.http('/api/login', post({ username: resident.user.username, password: PASSWORD }))
  expect([answer.status, answer.body]).toEqual([200, resident.user])
  expect((await person.http('/api/user')).body).toEqual(resident.user)
  const out = await person.http('/api/logout', post({}))
  // The browser deletes the session only: it is still one that signed in before.
  const forgotten = expect.stringMatching(/^session-p\d+=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
  expect([out.status, [out.headers['set-cookie']].flat()]).toEqual([200, [forgotten]])
  const after = await person.http('/api/user')
  expect([after.status, after.body]).toEqual([401, { code: 'unauthenticated', message: 'Please log in to access this feature.' }])
  // The same account's other device stays signed in.
  expect((await resident.http('/api/user')).status).toBe(200)
})

// covers: C-login-wrong V-login V-register E-user-unique
test('a wrong login or form answers with message, code and field', async () => {
  const person = world.person()
  const wrong = await person.http('/api/login', post({ username: 'nobody', password: 'wrong' }))
  expect([wrong.status, wrong.body]).toEqual([401, { code: 'credentials_wrong', message: 'Invalid username or password' }])
  const empty = await person.http('/api/login', post({ username: '', password: '' }))
  expect([empty.status, empty.body]).toEqual([
    400,
    {
      code: 'validation_failed',
      message: expect.any(String),
      details: { username: 'Username is required', password: 'Password is required' },
      issues: { username: { code: 'username_required', params: {} }, password: { code: 'password_required', params: {} } },
    },
  ])
  const one = await person.http('/api/register', post(form({ confirmPassword: 'Another-Horse-1' })))
  expect(one.body).toMatchObject({ message: 'Passwords do not match', details: { confirmPassword: 'Passwords do not match' } })
  const taken = form()
  await person.http('/api/register', post(taken))
  const second = await person.http('/api/register', post({ ...form(), username: taken.username }))
  expect([second.status, second.body]).toEqual([409, { code: 'username_taken', message: expect.any(String) }])
})

test('a username mixing look-alike alphabets is refused', async () => {
  const mixed = form()
  const refused = await world.person().http('/api/register', post({ ...mixed, username: `\u0430${mixed.username}` }))
  expect([refused.status, refused.body]).toMatchObject([400, { details: { username: 'Use letters of one alphabet only' } }])
  const cyrillic = form({ username: `дом-${Date.now()}` })
  expect((await world.person().http('/api/register', post(cyrillic))).status).toBe(201)
})
