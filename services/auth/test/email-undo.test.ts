import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { tokenHash } from '#kit/ids.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { ask, freshName, mailedToken, mailsTo, PASSWORD, register, residentOf } from './person.ts'

const HOUR = 3_600_000
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const verify = async (email: string) => ask(world, 'auth.verify_email', { token: await mailedToken(world, email) })
const undo = (token: string) => ask(world, 'auth.undo_email_change', { token })
const undoToken = (email: string) => mailedToken(world, email, 'undo')
const isAlive = async (session: string) => (await ask(world, 'auth.resolve_session', { token: session })).output.identity !== null
const newestMail = async (email: string) => (await mailsTo(world, email))[0]

/** An account whose verified address was changed once. */
async function changed() {
  const { user, session } = await register(world)
  await verify(user.email)
  const caller = { resident: await residentOf(world, session) }
  const change = async () => {
    await world.clock.shift(61_000)
    const email = `${freshName()}@example.org`
    await ask(world, 'auth.change_email', { email, password: PASSWORD }, caller)
    await verify(email)
    return email
  }
  const now = async () => (await world.postgres('auth', 'SELECT email FROM users WHERE id = $1', [user.id]))[0]?.email
  return { user, session, caller, change, now, email: await change() }
}

// covers: auth.undo_email_change auth.preview_email_undo
test('the old address takes the account back and ends all sessions', async () => {
  const { user, session, email, now } = await changed()
  const token = await undoToken(user.email)
  expect((await ask(world, 'auth.preview_email_undo', { token })).output).toEqual({
    username: user.username,
    oldEmail: user.email,
    newEmail: email,
  })
  expect((await undo(token)).output).toEqual({ email: user.email })
  expect(await now()).toBe(user.email)
  expect(await isAlive(session)).toBe(false)
  expect(await newestMail(user.email)).toMatchObject({ subject: 'Your email address is back' })
  expect(await newestMail(email)).toMatchObject({ subject: 'Your email address has been changed' })
  await expect(undo(token)).rejects.toMatchObject({ code: 'token_invalid' })
  const events = await world.postgres('auth', "SELECT 1 FROM outbox WHERE name = 'auth.email_changed' AND data->>'userId' = $1", [
    String(user.id),
  ])
  expect(events).toHaveLength(2)
})

// covers: auth.verify_email token_invalid
test('after 72 hours nothing can be undone', async () => {
  const { user, email, now } = await changed()
  await world.clock.shift(73 * HOUR)
  await expect(undo(await undoToken(user.email))).rejects.toMatchObject({ code: 'token_invalid' })
  expect(await now()).toBe(email)
})

test('a thief’s second change does not outlast the owner’s undo', async () => {
  const { user, email, change, now } = await changed()
  const last = await change()
  await undo(await undoToken(user.email))
  expect(await now()).toBe(user.email)
  await expect(undo(await undoToken(email))).rejects.toMatchObject({ code: 'token_invalid' })
  expect(await now()).not.toBe(last)
})

test('undoing the newer change keeps the older link', async () => {
  const { user, email, change, now } = await changed()
  await change()
  await undo(await undoToken(email))
  expect(await now()).toBe(email)
  await undo(await undoToken(user.email))
  expect(await now()).toBe(user.email)
})

test('an address that another account has verified stays there', async () => {
  const { user, email, now } = await changed()
  const other = await register(world)
  // It cannot be registered in these 72 h; an account that registered it just before the change can have verified it since.
  const values = [user.email, user.email.toLowerCase(), new Date(world.clock.now()), other.user.id]
  await world.postgres('auth', 'UPDATE users SET email = $1, email_key = $2, email_verified_at = $3 WHERE id = $4', values)
  await expect(undo(await undoToken(user.email))).rejects.toMatchObject({ code: 'token_invalid' })
  expect(await now()).toBe(email)
})

test('a link of another account that was asked for before the change does not take the address', async () => {
  const { user, now } = await changed()
  const other = await register(world)
  const token = randomUUID()
  const values = [tokenHash(token), other.user.id, user.email, user.email.toLowerCase(), new Date(world.clock.now())]
  await world.postgres(
    'auth',
    `INSERT INTO mail_tokens (token_hash, user_id, purpose, email, email_key, created_at, expires_at)
     VALUES ($1, $2, 'change_email', $3, $4, $5, $5::timestamptz + interval '3 days')`,
    values,
  )
  await expect(ask(world, 'auth.verify_email', { token })).rejects.toMatchObject({ code: 'token_invalid' })
  await undo(await undoToken(user.email))
  expect(await now()).toBe(user.email)
})

// covers: auth.request_password_reset auth.preview_password_reset auth.reset_password
test('for 72 hours a reset also goes to the old address, asked for with either', async () => {
  const { user, email } = await changed()
  for (const [count, typed] of [user.email, email].entries()) {
    await ask(world, 'auth.request_password_reset', { email: typed })
    for (const to of [user.email, email]) {
      const links = async () => (await mailsTo(world, to)).filter(({ subject }) => subject === 'Set a new password')
      await eventually(`the mail to ${to}`, async () => (await links()).length === count + 1)
    }
  }
  const form = {
    token: await mailedToken(world, user.email, 'reset'),
    newPassword: 'Walnut-Ladder-27',
    confirmPassword: 'Walnut-Ladder-27',
  }
  await ask(world, 'auth.reset_password', form)
  for (const to of [user.email, email]) expect(await newestMail(to)).toMatchObject({ subject: 'Your password has been changed' })
})

test('the old address is notified of a changed password too', async () => {
  const { user, email, caller } = await changed()
  await ask(
    world,
    'auth.change_password',
    { currentPassword: PASSWORD, newPassword: 'Walnut-Ladder-27', confirmPassword: 'Walnut-Ladder-27' },
    caller,
  )
  for (const to of [user.email, email]) expect(await newestMail(to)).toMatchObject({ subject: 'Your password has been changed' })
})
