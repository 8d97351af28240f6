import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { EmailForm } from '#proto/operations/profile.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { ask, freshName, mailedToken, PASSWORD, register, residentOf } from './person.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
}, 60_000)
afterAll(() => world.stop())

const freshEmail = () => `${freshName()}@example.org`
async function signedIn() {
  const { user, session } = await register(world)
  const caller = { resident: await residentOf(world, session) }
  const change = (email: string, password: string | undefined = PASSWORD) =>
    ask(world, 'auth.change_email', { email, ...(password ? { password } : {}) }, caller)
  const emailNow = async () => (await ask(world, 'auth.user', {}, caller)).output
  return { user, change, emailNow }
}
const mailsTo = async (email: string) => (await ask(world, 'auth.dev_mails', {})).output.filter(({ to }) => to === email)
const verify = (token: string) => ask(world, 'auth.verify_email', { token })

test('an address that is none is refused in the form’s words [V-profile] [C-user-email]', () => {
  for (const email of ['', 'nobody', 'a@', '@b.example', 5, undefined]) {
    const [issue] = EmailForm.safeParse({ email, password: PASSWORD }).error?.issues ?? []
    expect(issue).toMatchObject({ path: ['email'], message: 'Invalid email address.' })
  }
  expect(EmailForm.safeParse({ email: `${'a'.repeat(89)}@example.org`, password: PASSWORD }).success).toBe(false)
  expect(EmailForm.safeParse({ email: 'a@example.org', password: PASSWORD, other: 1 }).success).toBe(false)
})

test('a new address counts once its link is opened, and the old one is told before and after [C-user-email]', async () => {
  const { user, change, emailNow } = await signedIn()
  await verify(await mailedToken(world, user.email))
  const email = freshEmail()
  await change(email)
  expect(await emailNow()).toMatchObject({ email: user.email, emailVerified: true })
  expect((await mailsTo(user.email))[0]).toMatchObject({ subject: 'Your email address is to be changed' })
  expect((await mailsTo(user.email))[0]?.text).not.toContain(email)
  const token = await mailedToken(world, email)
  expect((await verify(token)).output).toEqual({ email })
  expect(await emailNow()).toMatchObject({ email, emailVerified: true })
  expect((await mailsTo(user.email))[0]).toMatchObject({ subject: 'Your email address has been changed' })
  // Everybody may have the old one now, and nobody the new one.
  await register(world, freshName(), { email: user.email })
  await expect(register(world, freshName(), { email })).rejects.toMatchObject({ code: 'email_taken' })
})

test('the link of the old address, an older change and a link after 72 h change nothing', async () => {
  const { user, change, emailNow } = await signedIn()
  const [first, second] = [freshEmail(), freshEmail()]
  const old = await mailedToken(world, user.email)
  await change(first)
  await world.clock.shift(MINUTE + 1_000)
  await change(second)
  await expect(verify(await mailedToken(world, first))).rejects.toMatchObject({ code: 'token_invalid' })
  await verify(await mailedToken(world, second))
  await expect(verify(old)).rejects.toMatchObject({ code: 'token_invalid' })
  await world.clock.shift(MINUTE + 1_000)
  const third = freshEmail()
  await change(third)
  await world.clock.shift(73 * HOUR)
  await expect(verify(await mailedToken(world, third))).rejects.toMatchObject({ code: 'token_invalid' })
  expect((await emailNow()).email).toBe(second)
})

test('an address that is somebody’s, or one’s own, is refused; of two who prove one, one gets it [E-user-unique]', async () => {
  const { user, change, emailNow } = await signedIn()
  const other = await signedIn()
  const theirs = ` ${other.user.email.toUpperCase()}`
  await expect(change(theirs)).rejects.toMatchObject({ code: 'email_taken' })
  // Who has proved an address has it for good, not for 72 h alone.
  await verify(await mailedToken(world, other.user.email))
  await world.clock.shift(73 * HOUR)
  await expect(change(theirs)).rejects.toMatchObject({ code: 'email_taken' })
  await expect(change(user.email.toUpperCase())).rejects.toMatchObject({
    code: 'validation_failed',
    details: { email: 'This is your address already.' },
  })
  const email = freshEmail()
  await change(email)
  const mine = await mailedToken(world, email)
  await world.clock.shift(MINUTE + 1_000)
  await other.change(email)
  const others = await mailedToken(world, email)
  expect(others).not.toBe(mine)
  const results = await Promise.allSettled([verify(mine), verify(others)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect([(await emailNow()).email, (await other.emailNow()).email].filter((now) => now === email)).toHaveLength(1)
})

test('the password is asked again ten minutes after signing in, and a wrong one is refused at any time [X-password]', async () => {
  const { change } = await signedIn()
  await expect(change(freshEmail(), 'Wrong-Word-1')).rejects.toMatchObject({ code: 'password_wrong' })
  await change(freshEmail(), '')
  await world.clock.shift(10 * MINUTE + 1_000)
  await expect(change(freshEmail(), '')).rejects.toMatchObject({
    code: 'validation_failed',
    details: { password: 'Password is required' },
  })
  await change(freshEmail())
})

test('guessing the password ends after five tries, for that session alone, and security hears of each [X-password]', async () => {
  const { user, change } = await signedIn()
  for (let round = 0; round < 5; round += 1)
    await expect(change(freshEmail(), 'Wrong-Word-1')).rejects.toMatchObject({ code: 'password_wrong' })
  await expect(change(freshEmail())).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: 900 })
  const heard = await world.postgres('auth', "SELECT 1 FROM outbox WHERE name = 'auth.login_failed' AND data->>'username' = $1", [
    user.username,
  ])
  expect(heard).toHaveLength(5)
  await ask(world, 'auth.login', { username: user.username, password: PASSWORD })
  await world.clock.shift(16 * MINUTE)
  await change(freshEmail())
})

test('an account asks once a minute and five times a day, whatever the addresses', async () => {
  const { change } = await signedIn()
  await change(freshEmail())
  await expect(change(freshEmail())).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: expect.any(Number) })
  for (let sent = 1; sent < 5; sent += 1) {
    await world.clock.shift(MINUTE + 1_000)
    await change(freshEmail())
  }
  await world.clock.shift(HOUR)
  await expect(change(freshEmail())).rejects.toMatchObject({ code: 'limited' })
  await world.clock.shift(24 * HOUR)
  await change(freshEmail())
})

test('an address that nobody proved is not told of a change, neither before nor after', async () => {
  const { user, change, emailNow } = await signedIn()
  const email = freshEmail()
  await change(email)
  await verify(await mailedToken(world, email))
  expect((await emailNow()).email).toBe(email)
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Confirm your email address'])
})

test('after Not me no other case of the letters lets the account mail the address again', async () => {
  const { change } = await signedIn()
  const email = freshEmail()
  await change(email)
  await ask(world, 'auth.reject_verification', { token: await mailedToken(world, email) })
  await world.clock.shift(MINUTE + 1_000)
  await expect(change(email.toUpperCase())).rejects.toMatchObject({ code: 'email_rejected' })
})

test('nobody’s address is changed without a session', async () => {
  await expect(ask(world, 'auth.change_email', { email: freshEmail() })).rejects.toMatchObject({ code: 'unauthenticated' })
})
