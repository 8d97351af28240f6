// @all: an attack on one account
/** While an account is under attack, its owner signs in by a mailed link (docs/product/decisions.md, 27). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { account, clockOf, confirmAddress, linkToken, mailsTo, protectedAccount, resultOf, type TestClock } from './factor-account.ts'
import { ask, freshName, lengthenLimit, PASSWORD, residentOf } from './person.ts'

const MINUTE = 60_000
let world: Stack
let clock: TestClock
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
  clock = clockOf(world)
})
afterAll(() => world.stop())

type Owner = Pick<Awaited<ReturnType<typeof account>>, 'user'>
const request = (username: string) => ask(world, 'auth.request_sign_in_link', { username })
const linkMails = async ({ user }: Owner) => (await mailsTo(world, user.email)).filter(({ text }) => text.includes('#sign-in='))
async function confirmed<O extends Owner>(owner: O): Promise<O> {
  await confirmAddress(world, owner)
  return owner
}
/** @returns the newest link's token, once the mail is written */
async function link(owner: Owner, name = owner.user.username): Promise<string> {
  const before = (await linkMails(owner)).length
  await request(name)
  await eventually('the mail', async () => (await linkMails(owner)).length > before)
  return linkToken(world, owner.user.email, 'sign-in')
}

// covers: auth.request_sign_in_link auth.use_sign_in_link
test('the link signs in once and makes the browser known', async () => {
  const owner = await confirmed(await account(world))
  const token = await link(owner, owner.user.email)
  const uses = await Promise.allSettled([ask(world, 'auth.use_sign_in_link', { token }), ask(world, 'auth.use_sign_in_link', { token })])
  const answers = uses.flatMap((use) => (use.status === 'fulfilled' ? [use.value] : []))
  expect(answers).toHaveLength(1)
  expect(answers[0]?.output.id).toBe(owner.user.id)
  const device = answers[0]?.cookies?.device?.token ?? ''
  await owner.login({}, { device, addressBlocked: true })
  await expect(ask(world, 'auth.use_sign_in_link', { token })).rejects.toMatchObject({ code: 'token_invalid' })
})

test('a session of a link needs the password before sensitive changes', async () => {
  const owner = await confirmed(await account(world))
  const { cookies } = await ask(world, 'auth.use_sign_in_link', { token: await link(owner) })
  const resident = await residentOf(world, cookies?.session?.token ?? '')
  await expect(ask(world, 'auth.enrol_two_factor', {}, { resident })).rejects.toMatchObject({ code: 'password_needed' })
  const change = ask(world, 'auth.change_email', { email: `${freshName()}@example.org` }, { resident })
  await expect(change).rejects.toMatchObject({ code: 'validation_failed', details: { password: 'Password is required' } })
})

test('the link works for 15 minutes and while its address is the confirmed one', async () => {
  const owner = await confirmed(await account(world))
  const late = await link(owner)
  await clock.shift(15 * MINUTE + 1_000)
  await expect(ask(world, 'auth.use_sign_in_link', { token: late })).rejects.toMatchObject({ code: 'token_invalid' })
  const token = await link(owner)
  await world.postgres('auth', 'UPDATE users SET email_key = $1 WHERE id = $2', [`${freshName()}@example.org`, owner.user.id])
  await expect(ask(world, 'auth.use_sign_in_link', { token })).rejects.toMatchObject({ code: 'token_invalid' })
})

test('two-factor is still asked for, and asking does not use the link up', async () => {
  const owner = await protectedAccount(world, clock)
  const token = await link(owner)
  const use = (code?: string) => ask(world, 'auth.use_sign_in_link', { token, ...(code ? { code } : {}) })
  await expect(use()).rejects.toMatchObject({ code: 'two_factor_required' })
  await expect(use('000000')).rejects.toMatchObject({ code: 'code_wrong' })
  expect((await use(owner.code())).output.id).toBe(owner.user.id)
  await expect(use(owner.recoveryCodes[0])).rejects.toMatchObject({ code: 'token_invalid' })
})

test('unknown names and unconfirmed addresses get the same answer and no mail', async () => {
  const owner = await confirmed(await account(world))
  const unconfirmed = await account(world)
  const usernames = [owner.user.username.toUpperCase(), unconfirmed.user.username, freshName()]
  const answers = await Promise.all(usernames.map(async (username) => (await request(username)).output))
  expect(answers).toEqual([{}, {}, {}])
  await eventually('the mail', async () => (await linkMails(owner)).length === 1)
  expect(await linkMails(unconfirmed)).toEqual([])
})

test('an account gets five links a day, then one an hour, however many ask at once', async () => {
  const owner = await confirmed(await account(world))
  await Promise.all(Array.from({ length: 20 }, () => request(owner.user.username)))
  await eventually('the mails', async () => (await linkMails(owner)).length === 5)
  await request(owner.user.username)
  // The answer is sent before the work; a later request of another account ends after that work.
  await link(await confirmed(await account(world)))
  expect(await linkMails(owner)).toHaveLength(5)
  await clock.shift(61 * MINUTE)
  await link(owner)
  await request(owner.user.username)
  await link(await confirmed(await account(world)))
  expect(await linkMails(owner)).toHaveLength(6)
})

test('a link ends with a change of the password', async () => {
  const owner = await confirmed(await account(world))
  const token = await link(owner)
  const newPassword = 'Walnut-Ladder-27'
  const form = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword }
  await ask(world, 'auth.change_password', form, { resident: owner.resident })
  await expect(ask(world, 'auth.use_sign_in_link', { token })).rejects.toMatchObject({ code: 'token_invalid' })
})

test('the answer comes before any account is looked up', async () => {
  const owner = await confirmed(await account(world))
  const client = new pg.Client({ connectionString: world.databaseUrl('auth') })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
  try {
    const answers = await Promise.all([request(owner.user.username), request(freshName())])
    expect(answers.map(({ output }) => output)).toEqual([{}, {}])
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
  await eventually('the link', async () => (await linkMails(owner)).length > 0)
})

test('a throttled log-in offers the link, whether or not the account exists', async () => {
  const owner = await account(world)
  const guess = (username: string) => ask(world, 'auth.login', { username, password: 'Wrong-Word-1' })
  for (const username of [owner.user.username, freshName()]) {
    for (let tries = 0; tries < 10; tries += 1) await resultOf(guess(username))
    await lengthenLimit(world, username)
    await expect(guess(username)).rejects.toMatchObject({ code: 'limited', params: { offers: 'link' } })
  }
})
