// @all: days pass, in two copies of auth
/** Phone and recovery codes are lost: password, mailbox and 72 hours (docs/product/decisions.md, 25). Two copies of auth run. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { subjects } from '#proto/subjects.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { account, clockOf, linkToken, mailsTo, protectedAccount, resultOf, type TestClock } from './factor-account.ts'
import { ask, PASSWORD } from './person.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let world: Stack
let clock: TestClock
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
  clock = clockOf(world)
  await world.another('auth')
})
afterAll(() => world.stop())

type Owner = Awaited<ReturnType<typeof protectedAccount>>
const request = ({ user }: Pick<Owner, 'user'>, password = PASSWORD) =>
  ask(world, 'auth.request_recovery', { username: user.username, password })
const begin = (token: string) => ask(world, 'auth.begin_recovery', { token })
/** @returns when the wait ends, and the token of the mail that announced it */
async function waiting(owner: Owner) {
  await request(owner)
  const { endsAt } = (await begin(await linkToken(world, owner.user.email, 'recovery'))).output
  return { endsAt: Date.parse(String(endsAt)), token: await linkToken(world, owner.user.email, 'cancel-recovery') }
}
const isOff = (owner: Owner) => async () => (await resultOf(owner.login())) === 'done'

// covers: C-user-recovery auth.request_recovery auth.begin_recovery
test('after 72 hours the password alone signs in', async () => {
  const owner = await protectedAccount(world, clock)
  const seen: unknown[] = []
  const live = world.bus.subscribe(subjects.liveUser(owner.user.id), (frame) => void seen.push(JSON.parse(String(frame))))
  const { endsAt } = await waiting(owner)
  expect(Math.abs(endsAt - clock.now() - 72 * HOUR)).toBeLessThan(MINUTE)
  expect(Date.parse(String((await owner.current()).recoveryEndsAt))).toBe(endsAt)
  await eventually('every session to be told', () => seen.length > 0)
  live.stop()
  expect(seen[0]).toEqual({ type: 'account_changed', parts: ['user'] })
  await clock.shift(72 * HOUR - 2 * MINUTE)
  await expect(owner.login()).rejects.toMatchObject({ code: 'two_factor_required' })
  await clock.shift(3 * MINUTE)
  await eventually('the end of the wait', isOff(owner))
  expect(await owner.changes()).toEqual(['two_factor_enabled', 'recovery_started', 'two_factor_disabled'])
  const { enabled, recoveryEndsAt } = (await ask(world, 'auth.two_factor', {}, { resident: owner.resident })).output
  expect({ enabled, recoveryEndsAt }).toEqual({ enabled: false, recoveryEndsAt: null })
  // Two copies of auth run the job; one of them sends the mail.
  const ends = (await mailsTo(world, owner.user.email)).filter(({ text }) => text.includes('72 hours are over'))
  expect(ends).toHaveLength(1)
})

// covers: auth.cancel_recovery auth.cancel_recovery_by_link
test('a session or the mailed link cancels the wait', async () => {
  const owner = await protectedAccount(world, clock)
  await waiting(owner)
  await ask(world, 'auth.cancel_recovery', {}, { resident: owner.resident })
  await ask(world, 'auth.cancel_recovery', {}, { resident: owner.resident })
  expect((await owner.current()).recoveryEndsAt).toBeUndefined()
  const { token } = await waiting(owner)
  await ask(world, 'auth.cancel_recovery_by_link', { token })
  await expect(ask(world, 'auth.cancel_recovery_by_link', { token })).rejects.toMatchObject({ code: 'token_invalid' })
  await clock.shift(73 * HOUR)
  await expect(owner.login()).rejects.toMatchObject({ code: 'two_factor_required' })
  const cancelled = ['recovery_started', 'recovery_cancelled']
  expect(await owner.changes()).toEqual(['two_factor_enabled', ...cancelled, ...cancelled])
  expect(await owner.subjects()).toContain('Two-factor authentication stays on')
})

test('of a cancel and the end at once one wins', async () => {
  const owner = await protectedAccount(world, clock)
  const { token } = await waiting(owner)
  await clock.shift(72 * HOUR + 1_000)
  const cancelled = (await resultOf(ask(world, 'auth.cancel_recovery_by_link', { token }))) === 'done'
  const last = cancelled ? 'recovery_cancelled' : 'two_factor_disabled'
  await eventually('one outcome', async () => (await owner.changes()).at(-1) === last)
  expect(await resultOf(owner.login())).toBe(cancelled ? 'two_factor_required' : 'done')
  expect(await owner.changes()).toEqual(['two_factor_enabled', 'recovery_started', last])
})

test('the request needs the password and tells nothing of two-factor', async () => {
  const owner = await protectedAccount(world, clock)
  const other = await account(world)
  await expect(request(owner, 'Wrong-Word-1')).rejects.toMatchObject({ code: 'credentials_wrong' })
  expect((await request(other)).output).toEqual((await request(owner)).output)
  expect(await linkToken(world, other.user.email, 'recovery')).toBe('')
  expect(await linkToken(world, owner.user.email, 'recovery')).not.toBe('')
})

test('the link works once, for half an hour, while two-factor is on', async () => {
  const owner = await protectedAccount(world, clock)
  await request(owner)
  const late = await linkToken(world, owner.user.email, 'recovery')
  await clock.shift(31 * MINUTE)
  await expect(begin(late)).rejects.toMatchObject({ code: 'token_invalid' })
  await request(owner)
  const token = await linkToken(world, owner.user.email, 'recovery')
  const results = await Promise.all([resultOf(begin(token)), resultOf(begin(token))])
  expect(results.toSorted()).toEqual(['done', 'token_invalid'])
  // A second request joins the wait.
  const endsAt = (await owner.current()).recoveryEndsAt
  await clock.shift(MINUTE)
  await request(owner)
  expect((await begin(await linkToken(world, owner.user.email, 'recovery'))).output.endsAt).toBe(endsAt)
  await request(owner)
  const afterwards = await linkToken(world, owner.user.email, 'recovery')
  await ask(world, 'auth.reset_two_factor', { username: owner.user.username, by: 'olga' })
  await expect(begin(afterwards)).rejects.toMatchObject({ code: 'token_invalid' })
  expect((await owner.current()).recoveryEndsAt).toBeUndefined()
})

test('an account gets five of these mails a day, then one an hour', async () => {
  const owner = await protectedAccount(world, clock)
  const links = async () => (await mailsTo(world, owner.user.email)).filter(({ text }) => text.includes('#recovery='))
  await Promise.all(Array.from({ length: 7 }, () => request(owner)))
  expect(await links()).toHaveLength(5)
  await clock.shift(HOUR)
  await request(owner)
  await request(owner)
  expect(await links()).toHaveLength(6)
})

test('an address that is not confirmed gets no link', async () => {
  const owner = await protectedAccount(world, clock)
  await world.postgres('auth', 'UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.user.id])
  await request(owner)
  expect(await linkToken(world, owner.user.email, 'recovery')).toBe('')
})

test('a link ends with a change of the password, a wait does not', async () => {
  const [unused, begun] = [await protectedAccount(world, clock), await protectedAccount(world, clock)]
  await waiting(begun)
  await request(unused)
  const token = await linkToken(world, unused.user.email, 'recovery')
  const newPassword = 'Walnut-Ladder-27'
  const form = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword }
  for (const { resident } of [unused, begun]) await ask(world, 'auth.change_password', form, { resident })
  await expect(begin(token)).rejects.toMatchObject({ code: 'token_invalid' })
  expect((await begun.current()).recoveryEndsAt).toBeDefined()
})

test('an undone change of address takes every recovery with it', async () => {
  const owner = await protectedAccount(world, clock)
  const { email } = owner.user
  const thief = `thief-${email}`
  await ask(world, 'auth.change_email', { email: thief }, { resident: owner.resident })
  await ask(world, 'auth.verify_email', { token: await linkToken(world, thief, 'verify') })
  await request(owner)
  const [first, undo] = [await linkToken(world, thief, 'recovery'), await linkToken(world, email, 'undo')]
  await begin(first)
  await request(owner)
  const second = await linkToken(world, thief, 'recovery')
  expect(new Set([first, second, '']).size).toBe(3)
  await ask(world, 'auth.undo_email_change', { token: undo })
  await expect(begin(second)).rejects.toMatchObject({ code: 'token_invalid' })
  const rows = await world.postgres('auth', 'SELECT 1 FROM factor_recoveries WHERE user_id = $1 AND cancelled_at IS NULL', [owner.user.id])
  expect(rows).toEqual([])
})

test('the old address is notified as long as it can undo a change', async () => {
  const owner = await protectedAccount(world, clock)
  const old = `old-${owner.user.email}`
  await world.postgres(
    'auth',
    `INSERT INTO mail_tokens (token_hash, user_id, purpose, email, email_key, created_at, expires_at)
     VALUES (repeat(md5($1), 2), $2, 'undo_email', $1, $1, now(), $3)`,
    [old, owner.user.id, new Date(clock.now() + HOUR)],
  )
  await waiting(owner)
  await ask(world, 'auth.cancel_recovery_by_link', { token: await linkToken(world, old, 'cancel-recovery') })
  expect((await owner.current()).recoveryEndsAt).toBeUndefined()
})

test('turning two-factor off in the ordinary way ends the wait', async () => {
  const owner = await protectedAccount(world, clock)
  await waiting(owner)
  await ask(world, 'auth.disable_two_factor', { code: owner.code() }, { resident: owner.resident })
  await clock.shift(73 * HOUR)
  expect((await owner.current()).recoveryEndsAt).toBeUndefined()
  expect(await owner.changes()).toEqual(['two_factor_enabled', 'recovery_started', 'two_factor_disabled'])
})
