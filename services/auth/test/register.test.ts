import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { lookalikeKey } from '#proto/usernames.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { ask, formOf, freshName, mailedToken, PASSWORD, register } from './person.ts'

const LOOKALIKES = new URL('../prisma/migrations/20261122210000_usernames_that_look_alike_are_one/migration.sql', import.meta.url)

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

// covers: E-user-password E-user-tier E-user-code V-register-ignored
test('registering signs in and stores only hashes of secrets', async () => {
  const { user, session, device } = await register(world, freshName(), { subscriptionTier: 'premium', qrCodeId: 'mine' })
  expect(user).toMatchObject({ subscriptionTier: 'free', emailVerified: false })
  expect(user.qrCodeId).toMatch(/^[0-9A-Za-z]{20}$/)
  expect(session.length).toBeGreaterThanOrEqual(43)
  const [row] = await world.postgres<{ password_hash: string }>('auth', 'SELECT * FROM users WHERE id = $1', [user.id])
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const tables = ['users', 'sessions', 'known_devices', 'outbox', 'mail_tokens']
  for (const table of tables) {
    const rows = await world.postgres<{ text: string }>('auth', `SELECT row_to_json(t)::text AS text FROM ${table} t`)
    const all = rows.map(({ text }) => text).join('\n')
    for (const secret of [PASSWORD, session, device, await mailedToken(world, user.email)]) expect(all).not.toContain(secret)
  }
  const { output } = await ask(world, 'auth.resolve_session', { token: session })
  expect(output.identity).toMatchObject({ userId: user.id })
  expect(output.identity?.session).not.toBe(session)
})

// covers: auth.registration
test('registration is open by default', async () => {
  expect((await ask(world, 'auth.registration', {})).output).toEqual({ open: true })
})

// covers: E-user-code
test('codes are random in every position and use all 62 characters', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => register(world)))
  const codes = people.map(({ user }) => user.qrCodeId)
  const together = codes.join('')
  expect([together.length, /[0-9]/.test(together), /[A-Z]/.test(together), /[a-z]/.test(together)]).toEqual([160, true, true, true])
  for (let place = 0; place < 20; place += 1) expect(new Set(codes.map((code) => code[place])).size).toBeGreaterThan(1)
})

// covers: E-user-unique username_taken
test('a taken name or address is refused in any letter case', async () => {
  const name = freshName()
  await register(world, name, { email: `${name}@Example.org` })
  await expect(register(world, name.toUpperCase(), { email: 'other@example.org' })).rejects.toMatchObject({ code: 'username_taken' })
  await expect(register(world, freshName(), { email: ` ${name.toUpperCase()}@example.ORG ` })).rejects.toMatchObject({
    code: 'email_taken',
  })
})

test('of two concurrent registrations of one name or address, one succeeds', async () => {
  const name = freshName()
  const email = `${freshName()}@example.org`
  const race = async (first: Promise<unknown>, second: Promise<unknown>) => {
    const results = await Promise.allSettled([first, second])
    return results.map((result) => (result.status === 'fulfilled' ? 'registered' : result.reason.code)).sort()
  }
  const names = race(register(world, name, { email: `${name}1@example.org` }), register(world, name, { email: `${name}2@example.org` }))
  expect(await names).toEqual(['registered', 'username_taken'])
  expect(await race(register(world, freshName(), { email }), register(world, freshName(), { email }))).toEqual([
    'email_taken',
    'registered',
  ])
})

const doorsOf = (userId: number) => world.postgres('doorbell', 'SELECT 1 FROM doors WHERE owner_id = $1', [userId])

test('registration responds once the first door exists', async () => {
  const { user } = await register(world)
  expect(await doorsOf(user.id)).toHaveLength(1)
})

test('control characters never cause an internal error', async () => {
  await expect(register(world, '\u0000\u0007')).rejects.toMatchObject({
    code: 'validation_failed',
    details: { username: 'Username is required' },
  })
  const { user } = await register(world, `${freshName()}\u0000x`, {
    email: `${freshName()}@example.org`,
    firstName: 'A\u0000\nB',
    lastName: '\ud800',
  })
  expect(user.firstName).toBe('A B')
  await expect(ask(world, 'auth.login', { username: '\u0000', password: '\u0000\ud800' })).rejects.toMatchObject({
    code: 'credentials_wrong',
  })
})

// covers: E-user-unique
test('invisible characters make no new name, and signing in ignores them', async () => {
  const name = freshName()
  const { user } = await register(world, `\u200e${name.slice(0, 2)}\u200b${name.slice(2)}\u202e`)
  expect(user.username).toBe(name)
  for (const unseen of ['', '\u200b', '\u200d', '\u200e', '\ufe0f', '\u00ad', '\u2060', '\u{e0061}']) {
    const typed = `${name.slice(0, 3)}${unseen}${name.slice(3)}`
    await expect(register(world, typed, { email: `${freshName()}@example.org` })).rejects.toMatchObject({ code: 'username_taken' })
    expect((await ask(world, 'auth.login', { username: typed, password: PASSWORD })).output.id).toBe(user.id)
  }
})

// covers: E-user-unique
test.each([
  ['with an accent', 'jose', 'josé'],
  ['without its accent', 'jürgen', 'jurgen'],
  ['with a stroke through its letters', 'admin', 'a\u0338dm\u0335in'],
  ['with letters of another language', 'lukasz', 'łukasz'],
  ['all in another alphabet', 'cope', 'соре'],
])('a name that looks like a taken one, %s, is refused', async (_how, taken, alike) => {
  // Digits belong to no alphabet, so the names stay within one.
  const suffix = `-${randomInt(1e12)}`
  await register(world, `${taken}${suffix}`, { email: `${freshName()}@example.org` })
  const other = register(world, `${alike}${suffix}`, { email: `${freshName()}@example.org` })
  await expect(other).rejects.toMatchObject({ code: 'username_taken' })
})

test('of two concurrent registrations of lookalike names, one succeeds', async () => {
  const name = freshName()
  const both = [`e${name}`, `é${name}`].map((username) => register(world, username, { email: `${freshName()}@example.org` }))
  const outcomes = (await Promise.allSettled(both)).map((result) => (result.status === 'fulfilled' ? 'registered' : result.reason.code))
  expect(outcomes.sort()).toEqual(['registered', 'username_taken'])
})

test('older accounts keep lookalike names, and no new one gets one', async () => {
  const name = freshName()
  const [first, second] = [await register(world, `Łukasz ${name}`), await register(world, `${name} older`)]
  const alike = `lukász ${name}`
  await world.postgres('auth', 'UPDATE users SET username = $2::text, username_key = $2::text WHERE id = $1', [second.user.id, alike])
  await world.postgres('auth', 'UPDATE users SET lookalike_key = NULL WHERE id = ANY($1)', [[first.user.id, second.user.id]])
  const [, fill = ''] = /(WITH looks[^;]*)/.exec(readFileSync(LOOKALIKES, 'utf8')) ?? []
  await world.postgres('auth', fill, [])
  const rows = await world.postgres('auth', 'SELECT lookalike_key FROM users WHERE id = ANY($1) ORDER BY id', [
    [first.user.id, second.user.id],
  ])
  expect(rows).toEqual([{ lookalike_key: lookalikeKey(`łukasz ${name}`) }, { lookalike_key: null }])
  expect((await ask(world, 'auth.login', { username: alike, password: PASSWORD })).output.id).toBe(second.user.id)
  await expect(register(world, `lukasz ${name}`)).rejects.toMatchObject({ code: 'username_taken' })
})

test('an older account with two alphabets in its name signs in', async () => {
  const { user } = await register(world)
  const old = `\u0430${freshName()}`
  await world.postgres('auth', 'UPDATE users SET username = $2::text, username_key = $2::text WHERE id = $1', [user.id, old])
  expect((await ask(world, 'auth.login', { username: old, password: PASSWORD })).output.id).toBe(user.id)
})

test.each(['zoë  müller', '👩‍💻', 'ada❤️', 'علی‌رضا', 'o’hara-2'])('the name %s registers and signs in', async (word) => {
  const username = `${word}${freshName()}`
  const { user } = await register(world, username, { email: `${freshName()}@example.org` })
  expect(user.username).toBe(username)
  // The key that earlier versions stored, which removed control characters only.
  const [row] = await world.postgres<{ key: string }>('auth', 'SELECT username_key AS key FROM users WHERE id = $1', [user.id])
  expect(row?.key).toBe(username.normalize('NFKC').toLowerCase())
  expect((await ask(world, 'auth.login', { username: ` ${username} `, password: PASSWORD })).output.id).toBe(user.id)
})

// covers: auth.verify_email token_invalid
test('only the mailed link verifies the address', async () => {
  const { user, session } = await register(world)
  const token = await mailedToken(world, user.email)
  await expect(ask(world, 'auth.verify_email', { token: `${token}x` })).rejects.toMatchObject({ code: 'token_invalid' })
  expect((await ask(world, 'auth.verify_email', { token })).output).toEqual({ email: user.email })
  const resident = (await ask(world, 'auth.resolve_session', { token: session })).output.identity ?? undefined
  expect((await ask(world, 'auth.user', {}, { ...(resident ? { resident } : {}) })).output.emailVerified).toBe(true)
})

// covers: unavailable
test('a flood of registrations is partly refused as unavailable @all', async () => {
  const results = await Promise.allSettled(Array.from({ length: 140 }, () => ask(world, 'auth.register', formOf(freshName()))))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(results.length)
  for (const result of refused) expect(result.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) })
  await eventually('the next one to register', () => register(world), 30_000)
})
