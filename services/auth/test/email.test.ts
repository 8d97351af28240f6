import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { EmailForm } from '#proto/operations/profile.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { ask, freshName, mailedToken, PASSWORD, register, residentOf } from './person.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const freshEmail = () => `${freshName()}@example.org`
async function signedIn() {
  const { user, session } = await register(world)
  const caller = { resident: await residentOf(world, session) }
  const change = (email: string, password: string | undefined = PASSWORD) =>
    ask(world, 'auth.change_email', { email, ...(password ? { password } : {}) }, caller)
  const emailNow = async () => (await ask(world, 'auth.user', {}, caller)).output
  return { user, change, emailNow }
}
const resultCode = ({ code }: { readonly code: string }) => code
const mailsTo = async (email: string) => (await ask(world, 'auth.dev_mails', {})).output.filter(({ to }) => to === email)
const verify = (token: string) => ask(world, 'auth.verify_email', { token })

// covers: V-profile auth.change_email
test('an invalid address is refused with the form’s message', () => {
  for (const email of ['', 'nobody', 'a@', '@b.example', 5, undefined]) {
    const [issue] = EmailForm.safeParse({ email, password: PASSWORD }).error?.issues ?? []
    expect(issue).toMatchObject({ path: ['email'], message: 'new_email_invalid' })
  }
  expect(EmailForm.safeParse({ email: `${'a'.repeat(89)}@example.org`, password: PASSWORD }).success).toBe(false)
  expect(EmailForm.safeParse({ email: 'a@example.org', password: PASSWORD, other: 1 }).success).toBe(false)
})

// covers: auth.change_email
test('a new address takes effect once its link is opened', async () => {
  const { user, change, emailNow } = await signedIn()
  await verify(await mailedToken(world, user.email))
  const email = freshEmail()
  await change(email)
  expect(await emailNow()).toMatchObject({ email: user.email, emailVerified: true })
  expect((await mailsTo(user.email))[0]).toMatchObject({ subject: 'Request to change your email address' })
  expect((await mailsTo(user.email))[0]?.text).not.toContain(email)
  const token = await mailedToken(world, email)
  expect((await verify(token)).output).toEqual({ email })
  expect(await emailNow()).toMatchObject({ email, emailVerified: true })
  expect((await mailsTo(user.email))[0]).toMatchObject({ subject: 'Your email address has been changed' })
  // The old address stays reserved as long as it can undo the change, for its owner who may sign up anew.
  for (const taken of [user.email, email])
    await expect(register(world, freshName(), { email: taken })).rejects.toMatchObject({ code: 'email_taken' })
  await world.clock.shift(72 * HOUR + MINUTE)
  await register(world, freshName(), { email: user.email })
})

test('outdated links change nothing', async () => {
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

// covers: E-user-unique email_taken
test('an address that belongs to an account is refused', async () => {
  const { user, change, emailNow } = await signedIn()
  const other = await signedIn()
  const theirs = ` ${other.user.email.toUpperCase()}`
  await expect(change(theirs)).rejects.toMatchObject({ code: 'email_taken' })
  // A verified address belongs to its account permanently, not only for 72 h.
  await verify(await mailedToken(world, other.user.email))
  await world.clock.shift(73 * HOUR)
  await expect(change(theirs)).rejects.toMatchObject({ code: 'email_taken' })
  await expect(change(user.email.toUpperCase())).rejects.toMatchObject({
    code: 'validation_failed',
    details: { email: 'This is already your address.' },
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

// covers: password_wrong
test('the password is required again ten minutes after signing in', async () => {
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

// covers: password_wrong
test('five wrong passwords lock the change for that session alone', async () => {
  const { user, change } = await signedIn()
  for (let round = 0; round < 5; round += 1)
    await expect(change(freshEmail(), 'Wrong-Word-1')).rejects.toMatchObject({ code: 'password_wrong' })
  await expect(change(freshEmail())).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: 900 })
  const events = await world.postgres('auth', "SELECT 1 FROM outbox WHERE name = 'auth.login_failed' AND (data->>'userId')::int = $1", [
    user.id,
  ])
  expect(events).toHaveLength(5)
  await ask(world, 'auth.login', { username: user.username, password: PASSWORD })
  await world.clock.shift(16 * MINUTE)
  await change(freshEmail())
})

test('an account may request one change a minute and five a day', async () => {
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

test('of many requests at once one is mailed', async () => {
  const { change } = await signedIn()
  const address = freshEmail()
  const asked = Array.from({ length: 8 }, (_one, index) => change(index % 2 ? address : freshEmail()).then(() => 'done', resultCode))
  expect((await Promise.all(asked)).toSorted()).toEqual(['done', ...Array(7).fill('limited')])
})

test('an unverified address gets no mail about a change', async () => {
  const { user, change, emailNow } = await signedIn()
  const email = freshEmail()
  await change(email)
  await verify(await mailedToken(world, email))
  expect((await emailNow()).email).toBe(email)
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Confirm your email address'])
})

test('Not me also covers the address in another letter case', async () => {
  const { change } = await signedIn()
  const email = freshEmail()
  await change(email)
  await ask(world, 'auth.reject_verification', { token: await mailedToken(world, email) })
  await world.clock.shift(MINUTE + 1_000)
  await expect(change(email.toUpperCase())).rejects.toMatchObject({ code: 'email_rejected' })
})

test('changing the address requires a session', async () => {
  await expect(ask(world, 'auth.change_email', { email: freshEmail() })).rejects.toMatchObject({ code: 'unauthenticated' })
})
