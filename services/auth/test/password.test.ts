import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ChangePasswordForm } from '#proto/operations/passwords.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { whileHeld } from '#scripts/testing/while-held.ts'
import { ask, freshName, mailedToken, mailsTo, PASSWORD, register, residentOf } from './person.ts'

const MINUTE = 60_000
const NEXT = 'Walnut-Ladder-27'
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

async function signedIn() {
  const { user, session, device } = await register(world)
  const caller = { resident: await residentOf(world, session), device }
  const change = (newPassword = NEXT, currentPassword = PASSWORD, confirmPassword = newPassword) =>
    ask(world, 'auth.change_password', { currentPassword, newPassword, confirmPassword }, caller)
  const login = (password: string, from: { device?: string } = {}) => ask(world, 'auth.login', { username: user.username, password }, from)
  const verify = async () => ask(world, 'auth.verify_email', { token: await mailedToken(world, user.email) })
  return { user, session, device, caller, change, login, verify }
}
const isAlive = async (session: string) => (await ask(world, 'auth.resolve_session', { token: session })).output.identity !== null
const eventsOf = (name: string, userId: number) =>
  world.postgres('auth', "SELECT data FROM outbox WHERE name = $1 AND data->>'userId' = $2 ORDER BY at", [name, String(userId)])

// covers: V-password auth.change_password
test('the form’s own messages name what is missing', () => {
  const messages = (form: object) => ChangePasswordForm.safeParse(form).error?.issues.map(({ path, message }) => [path[0], message])
  expect(messages({ currentPassword: '', newPassword: 'short', confirmPassword: '' })).toEqual([
    ['currentPassword', 'current_password_required'],
    ['newPassword', 'password_short'],
    ['newPassword', 'password_number'],
    ['newPassword', 'password_uppercase'],
    ['newPassword', 'password_special'],
    ['confirmPassword', 'confirm_required'],
    ['confirmPassword', 'confirm_differs'],
  ])
  expect(messages({ currentPassword: 'x', newPassword: NEXT, confirmPassword: `${NEXT}x` })).toEqual([
    ['confirmPassword', 'confirm_differs'],
  ])
})

// covers: auth.change_password
test('a changed password signs in and the old one does not', async () => {
  const { user, change, login } = await signedIn()
  await change()
  await expect(login(PASSWORD)).rejects.toMatchObject({ code: 'credentials_wrong' })
  expect((await login(NEXT)).output.id).toBe(user.id)
})

// covers: auth.change_password
test('changing the password ends every other session and keeps the caller’s', async () => {
  const { user, session, change, login } = await signedIn()
  const others = [await login(PASSWORD), await login(PASSWORD)].map(({ cookies }) => cookies?.session?.token ?? '')
  await change()
  expect(await Promise.all([session, ...others].map(isAlive))).toEqual([true, false, false])
  expect(await eventsOf('auth.session_revoked', user.id)).toHaveLength(2)
})

test('changing the password forgets every device but the caller’s', async () => {
  const { user, device, change, login } = await signedIn()
  const other = (await login(PASSWORD)).cookies?.device?.token ?? ''
  await change()
  for (const [known, cookie] of [
    [true, device],
    [false, other],
  ] as const) {
    await login(NEXT, { device: cookie })
    const events = await eventsOf('auth.login_succeeded', user.id)
    expect(events.at(-1)).toMatchObject({ data: { deviceKnown: known } })
  }
})

// covers: auth.change_password
test('a change is an event and a mail to the verified address', async () => {
  const { user, caller, verify, change } = await signedIn()
  await change('Walnut-Ladder-26')
  expect(await mailsTo(world, user.email)).toHaveLength(1)
  await verify()
  await ask(world, 'auth.change_password', { currentPassword: 'Walnut-Ladder-26', newPassword: NEXT, confirmPassword: NEXT }, caller)
  expect((await mailsTo(world, user.email))[0]).toMatchObject({ subject: 'Your password has been changed' })
  expect((await eventsOf('auth.password_changed', user.id)).map(({ data }) => data)).toEqual(
    [1, 2].map(() => ({ userId: user.id, address: expect.any(String), reset: false })),
  )
})

// covers: password_wrong
test('five wrong current passwords lock the form for that session alone', async () => {
  const { change, login } = await signedIn()
  for (let round = 0; round < 5; round += 1) await expect(change(NEXT, 'Wrong-Word-1')).rejects.toMatchObject({ code: 'password_wrong' })
  await expect(change()).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: 900 })
  const resident = await residentOf(world, (await login(PASSWORD)).cookies?.session?.token ?? '')
  const form = { currentPassword: PASSWORD, newPassword: NEXT, confirmPassword: NEXT }
  await ask(world, 'auth.change_password', form, { resident })
})

test('of two changes with the same current password one is done', async () => {
  const { login, change } = await signedIn()
  const results = await Promise.allSettled([change('Walnut-Ladder-28'), change('Walnut-Ladder-29')])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const kept = results[0]?.status === 'fulfilled' ? 'Walnut-Ladder-28' : 'Walnut-Ladder-29'
  expect((await login(kept)).output.id).toEqual(expect.any(Number))
})

test('a log-in that overlaps a change leaves no session with the old password', async () => {
  const { user, login } = await signedIn()
  const change = "UPDATE users SET password_hash = 'changed' WHERE id = $1"
  // The log-in verifies the old password, and waits for the change before it answers.
  const { refusal } = await whileHeld(world, change, user.id, async (wait) => {
    const attempt = expect(login(PASSWORD)).rejects.toMatchObject({ code: 'credentials_wrong' })
    await wait(1)
    return { refusal: attempt }
  })
  await refusal
  const alive = await world.postgres('auth', 'SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [user.id])
  expect(alive).toHaveLength(1)
})

// covers: V-password-common V-password-personal
test('registration and change refuse common and personal passwords', async () => {
  const { change, caller, login } = await signedIn()
  await expect(change('Qwerty123!')).rejects.toMatchObject({ issues: { newPassword: { code: 'password_common' } } })
  await expect(change('D00rbell2025!')).rejects.toMatchObject({ issues: { newPassword: { code: 'password_personal' } } })
  const form = { password: 'Password1!', confirmPassword: 'Password1!' }
  await expect(register(world, freshName(), form)).rejects.toMatchObject({
    code: 'validation_failed',
    details: { password: 'This password is on lists of common passwords. Please choose another one.' },
  })
  expect(await login(PASSWORD)).toBeDefined()
  await ask(world, 'auth.user', {}, caller)
})

test('a password from before the list still signs in', async () => {
  const { user, login } = await signedIn()
  const other = await register(world, freshName(), { password: 'Old-Habits-3', confirmPassword: 'Old-Habits-3' })
  await world.postgres('auth', 'UPDATE users SET password_hash = $1 WHERE id = $2', [await hashOf('Password1!'), other.user.id])
  expect((await ask(world, 'auth.login', { username: other.user.username, password: 'Password1!' })).output.id).toBe(other.user.id)
  expect((await login(PASSWORD)).output.id).toBe(user.id)
})

const hashOf = async (password: string) => (await import('@node-rs/argon2')).hash(password)

// covers: auth.confirm_password password_wrong
test('confirming the password opens ten minutes for sensitive changes', async () => {
  const { caller } = await signedIn()
  const changeEmail = () => ask(world, 'auth.change_email', { email: `${freshName()}@example.org` }, caller)
  await world.clock.shift(11 * MINUTE)
  await expect(changeEmail()).rejects.toMatchObject({ details: { password: 'Password is required' } })
  await expect(ask(world, 'auth.confirm_password', { password: 'Wrong-Word-1' }, caller)).rejects.toMatchObject({ code: 'password_wrong' })
  await expect(changeEmail()).rejects.toMatchObject({ code: 'validation_failed' })
  await ask(world, 'auth.confirm_password', { password: PASSWORD }, caller)
  await world.clock.shift(9 * MINUTE)
  await changeEmail()
  await world.clock.shift(2 * MINUTE)
  await expect(changeEmail()).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a confirmation is the session’s own', async () => {
  const { caller, login } = await signedIn()
  const other = { resident: await residentOf(world, (await login(PASSWORD)).cookies?.session?.token ?? '') }
  await world.clock.shift(11 * MINUTE)
  await ask(world, 'auth.confirm_password', { password: PASSWORD }, caller)
  await expect(ask(world, 'auth.change_email', { email: `${freshName()}@example.org` }, other)).rejects.toMatchObject({
    code: 'validation_failed',
  })
})
