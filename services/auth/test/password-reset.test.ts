import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { whileHeld } from '#scripts/testing/while-held.ts'
import { ask, freshName, mailedToken, mailsTo, PASSWORD, register, residentOf } from './person.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NEXT = 'Walnut-Ladder-27'
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const request = (email: string) => ask(world, 'auth.request_password_reset', { email })
const resetMails = async (email: string) => (await mailsTo(world, email)).filter(({ subject }) => subject === 'Set a new password')
const handled = (email: string) =>
  eventually('the request to be handled', async () => {
    const waiting = await world.postgres('auth', 'SELECT 1 FROM reset_requests WHERE email_key = $1 AND handled_at IS NULL', [email])
    return waiting.length === 0
  })
/** @returns the newest link's token */
async function linkFor(email: string): Promise<string> {
  const before = (await resetMails(email)).length
  await request(email)
  await eventually('the link', async () => (await resetMails(email)).length > before)
  return mailedToken(world, email, 'reset')
}
const confirm = (token: string, newPassword = NEXT, from: { address?: string; device?: string } = {}) =>
  ask(world, 'auth.reset_password', { token, newPassword, confirmPassword: newPassword }, from)
const login = (username: string, password: string, from: { address?: string; device?: string } = {}) =>
  ask(world, 'auth.login', { username, password }, from)
const isAlive = async (session: string) => (await ask(world, 'auth.resolve_session', { token: session })).output.identity !== null
async function verified() {
  const account = await register(world)
  await ask(world, 'auth.verify_email', { token: await mailedToken(world, account.user.email) })
  return account
}

// covers: auth.request_password_reset auth.preview_password_reset auth.reset_password
test('a mailed link sets a new password once', async () => {
  const { user } = await verified()
  const token = await linkFor(user.email)
  expect((await ask(world, 'auth.preview_password_reset', { token })).output).toEqual({ username: user.username })
  await confirm(token)
  await expect(confirm(token, 'Walnut-Ladder-28')).rejects.toMatchObject({ code: 'token_invalid' })
  await expect(ask(world, 'auth.preview_password_reset', { token })).rejects.toMatchObject({ code: 'token_invalid' })
  await expect(login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'credentials_wrong' })
  expect((await login(user.username, NEXT)).output.id).toBe(user.id)
  expect((await mailsTo(world, user.email))[0]).toMatchObject({ subject: 'Your password has been changed' })
})

test('a link is used by one of two concurrent requests', async () => {
  const { user } = await verified()
  const token = await linkFor(user.email)
  const lock = 'SELECT 1 FROM mail_tokens WHERE user_id = $1 FOR UPDATE'
  // Both have read the link before either uses it.
  const { both } = await whileHeld(world, lock, user.id, async (wait) => {
    const requests = Promise.allSettled([confirm(token, 'Walnut-Ladder-28'), confirm(token, 'Walnut-Ladder-29')])
    await wait(2)
    return { both: requests }
  })
  const results = await both
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

// covers: auth.verify_email token_invalid
test('a link ends after 30 minutes, and with a change of the password', async () => {
  const { user, session } = await verified()
  const late = await linkFor(user.email)
  await world.clock.shift(31 * MINUTE)
  await expect(confirm(late)).rejects.toMatchObject({ code: 'token_invalid' })
  const pending = await linkFor(user.email)
  const caller = { resident: await residentOf(world, session) }
  await ask(world, 'auth.change_password', { currentPassword: PASSWORD, newPassword: NEXT, confirmPassword: NEXT }, caller)
  await expect(confirm(pending)).rejects.toMatchObject({ code: 'token_invalid' })
  await expect(confirm('of-nobody')).rejects.toMatchObject({ code: 'token_invalid' })
})

// covers: auth.request_password_reset auth.preview_password_reset auth.reset_password
test('the answer comes before any account is looked up', async () => {
  const { user } = await verified()
  const client = new pg.Client({ connectionString: world.databaseUrl('auth') })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE users, mail_tokens IN ACCESS EXCLUSIVE MODE')
  try {
    const answers = await Promise.all([request(user.email), request(`${freshName()}@example.org`)])
    expect(answers.map(({ output }) => output)).toEqual([{}, {}])
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
  await eventually('the link', async () => (await resetMails(user.email)).length > 0)
})

test('one address gets five of these mails a day, then one an hour', async () => {
  const { user } = await verified()
  for (let round = 0; round < 7; round += 1) await request(user.email.toUpperCase())
  await handled(user.email)
  expect(await resetMails(user.email)).toHaveLength(5)
  await world.clock.shift(HOUR)
  for (let round = 0; round < 3; round += 1) await request(user.email)
  await handled(user.email)
  expect(await resetMails(user.email)).toHaveLength(6)
})

test('a reset ends all sessions and keeps the second factor', async () => {
  const { user, session } = await verified()
  const settings = { twoFactorEnabled: true, notificationsEnabled: false, activityLogsEnabled: true }
  await world.postgres('auth', 'UPDATE users SET security_settings = $1 WHERE id = $2', [JSON.stringify(settings), user.id])
  await confirm(await linkFor(user.email))
  expect(await isAlive(session)).toBe(false)
  const [row] = await world.postgres('auth', 'SELECT security_settings FROM users WHERE id = $1', [user.id])
  expect(row).toEqual({ security_settings: settings })
})

// covers: V-reset-unverified
test('the first reset of an unverified address takes the account from whoever registered it', async () => {
  const { user, session, device } = await register(world)
  const settings = { twoFactorEnabled: true, notificationsEnabled: false, activityLogsEnabled: true }
  await world.postgres('auth', 'UPDATE users SET security_settings = $1 WHERE id = $2', [JSON.stringify(settings), user.id])
  const theirs = `${freshName()}@example.org`
  await ask(world, 'auth.change_email', { email: theirs }, { resident: await residentOf(world, session) })
  await confirm(await linkFor(user.email))
  expect(await isAlive(session)).toBe(false)
  await expect(ask(world, 'auth.verify_email', { token: await mailedToken(world, theirs) })).rejects.toMatchObject({
    code: 'token_invalid',
  })
  const again = await login(user.username, NEXT, { device })
  expect(again.output).toMatchObject({ email: user.email, emailVerified: true, securitySettings: { ...settings, twoFactorEnabled: false } })
  const known = await world.postgres('auth', 'SELECT 1 FROM known_devices WHERE user_id = $1', [user.id])
  // The browser of the reset, and that of the log-in since.
  expect(known).toHaveLength(2)
})

test('after a reset its browser signs in while the account is under attack', async () => {
  const { user } = await verified()
  const failures = "SELECT $1, '127.77.0.' || n, false, $2 FROM generate_series(1, 20) n"
  await world.postgres('auth', `INSERT INTO login_failures (username_key, address, device_known, at) ${failures}`, [
    user.username,
    new Date(world.clock.now()),
  ])
  await expect(login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'limited' })
  const { cookies } = await confirm(await linkFor(user.email))
  const device = cookies?.device?.token ?? ''
  expect((await login(user.username, NEXT, { device })).output.id).toBe(user.id)
})

test('a reset refuses common and personal passwords and keeps the link', async () => {
  const { user } = await verified()
  const token = await linkFor(user.email)
  await expect(confirm(token, 'Password1!')).rejects.toMatchObject({ issues: { newPassword: { code: 'password_common' } } })
  await expect(confirm(token, 'Robin-Reed1!')).rejects.toMatchObject({ issues: { newPassword: { code: 'password_personal' } } })
  await confirm(token)
})

test('nobody gets a mail for an address without an account', async () => {
  const email = `${freshName()}@example.org`
  await request(email)
  await handled(email)
  expect(await mailsTo(world, email)).toEqual([])
})
