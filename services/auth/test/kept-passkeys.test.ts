/** Which passkeys stay and which are removed when an owner takes an account back, also while one is being added. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { signWithPasskey } from '#scripts/testing/passkeys.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { whileHeld } from '#scripts/testing/while-held.ts'
import { account, linkToken, protectedAccount, resultOf } from './factor-account.ts'
import { passkeysOf, verify } from './passkey-owner.ts'
import { ask, mailedToken, PASSWORD } from './person.ts'

const HOUR = 3_600_000
const NEXT = `${PASSWORD}x`
let world: SharedClockStack
let keys: ReturnType<typeof passkeysOf>
beforeAll(async () => {
  world = await sharedClockStack()
  keys = passkeysOf(world)
})
afterAll(() => world.close())

type Account = Awaited<ReturnType<typeof account>>

/** @returns a function that sets a new password, once the link has been mailed */
async function mailedReset({ user: { email } }: Account): Promise<() => Promise<unknown>> {
  await ask(world, 'auth.request_password_reset', { email })
  const token = await eventually('the link', async () => (await mailedToken(world, email, 'reset')) || null)
  return () => ask(world, 'auth.reset_password', { token, newPassword: NEXT, confirmPassword: NEXT })
}

async function changeEmail({ resident }: Account, email: string): Promise<void> {
  await world.clock.shift(61_000)
  await ask(world, 'auth.change_email', { email, password: PASSWORD }, { resident })
}

/** @returns a function that undoes a change of the verified address */
async function mailedUndo(owner: Account): Promise<() => Promise<unknown>> {
  const { email } = owner.user
  await verify(world, owner)
  await changeEmail(owner, `thief-${email}`)
  await verify(world, owner, `thief-${email}`)
  const token = await mailedToken(world, email, 'undo')
  return () => ask(world, 'auth.undo_email_change', { token })
}

test('the first reset of an unverified address removes the passkeys', async () => {
  const owner = await account(world)
  await keys.add(owner)
  await (await mailedReset(owner))()
  expect((await owner.login({ password: NEXT })).output.emailVerified).toBe(true)
  expect(await keys.namesOf(owner.user.id)).toEqual([])
})

test('whoever knew the password keeps neither a passkey nor a way to cancel the recovery after a reset', async () => {
  const owner = await protectedAccount(world, world.clock)
  const passkey = await keys.add(owner)
  await (await mailedReset(owner))()
  await expect(keys.send(await keys.signed(passkey))).rejects.toMatchObject({ code: 'passkey_wrong' })
  expect(await owner.subjects()).toContain('A passkey was removed')
  expect(await owner.changes()).toContain('passkey_removed')
  // Two-factor stays (docs/product/decisions.md, 25).
  await expect(owner.login({ password: NEXT })).rejects.toMatchObject({ code: 'two_factor_required' })
})

test('an undone change of address removes the passkeys of its 72 hours and since', async () => {
  const owner = await account(world)
  const { email } = owner.user
  await verify(world, owner)
  await keys.add(owner, 'Own')
  await world.clock.shift(72 * HOUR)
  await ask(world, 'auth.confirm_password', { password: PASSWORD }, { resident: owner.resident })
  await keys.add(owner, 'Before')
  await changeEmail(owner, `other-${email}`)
  await keys.add(owner, 'While asked')
  await changeEmail(owner, `thief-${email}`)
  await verify(world, owner, `thief-${email}`)
  await keys.add(owner, 'Afterwards')
  await ask(world, 'auth.undo_email_change', { token: await mailedToken(world, email, 'undo') })
  expect(await keys.namesOf(owner.user.id)).toEqual(['Own'])
})

test('an operator who turns two-factor off leaves the passkeys', async () => {
  const owner = await protectedAccount(world, world.clock)
  await keys.add(owner)
  await ask(world, 'auth.reset_two_factor', { username: owner.user.username, by: 'olga' })
  expect(await keys.list(owner)).toHaveLength(1)
})

test('the end of a recovery keeps the passkeys', async () => {
  const owner = await protectedAccount(world, world.clock)
  const passkey = await keys.add(owner)
  const { username, email } = owner.user
  await ask(world, 'auth.request_recovery', { username, password: PASSWORD })
  await ask(world, 'auth.begin_recovery', { token: await linkToken(world, email, 'recovery') })
  await world.clock.shift(73 * HOUR)
  await eventually('the end of the wait', async () => (await owner.changes()).at(-1) === 'two_factor_disabled')
  expect((await keys.send(await keys.signed(passkey))).output.id).toBe(owner.user.id)
})

test.each([
  ['a first reset', mailedReset],
  ['an undone change of address', mailedUndo],
])('a passkey that is being added during %s is refused', async (_, mailed) => {
  const owner = await account(world)
  const takeBack = await mailed(owner)
  const { credential } = await keys.created(owner)
  const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'
  const [adding] = await whileHeld(world, lock, `passkeys ${owner.user.id}`, async (wait) => {
    const late = resultOf(ask(world, 'auth.add_passkey', { credential }, { resident: owner.resident }))
    await wait(1)
    await takeBack()
    return [late]
  })
  expect(await adding).toBe('password_needed')
  expect(await keys.namesOf(owner.user.id)).toEqual([])
})

test.each([
  ['a first reset', mailedReset],
  ['an undone change of address', mailedUndo],
])('a passkey that is added just before %s is removed', async (_, mailed) => {
  const owner = await account(world)
  const takeBack = await mailed(owner)
  const { credential } = await keys.created(owner)
  const results = await whileHeld(world, 'SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', owner.user.id, async (wait) => {
    const adding = resultOf(ask(world, 'auth.add_passkey', { credential }, { resident: owner.resident }))
    await wait(1)
    const taking = resultOf(takeBack())
    await wait(2)
    return { adding, taking }
  })
  expect([await results.adding, await results.taking]).toEqual(['done', 'done'])
  expect(await keys.namesOf(owner.user.id)).toEqual([])
})

test('a session that is over may change no passkey', async () => {
  const owner = await account(world)
  const { rowId: id } = await keys.add(owner)
  const { credential } = await keys.created(owner)
  const { resident } = owner
  await ask(world, 'auth.logout', {}, { resident })
  const refused = [
    ask(world, 'auth.begin_passkey', {}, { resident }),
    ask(world, 'auth.add_passkey', { credential }, { resident }),
    ask(world, 'auth.remove_passkey', { id }, { resident }),
  ]
  expect(await Promise.all(refused.map(resultOf))).toEqual(['password_needed', 'password_needed', 'password_needed'])
})

test('a challenge is spent with what it permits', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  const { resident } = owner
  const options = (await ask(world, 'auth.begin_passkey_check', {}, { resident })).output
  const credential = signWithPasskey(passkey, options, { origin: world.url })
  const confirm = () => resultOf(ask(world, 'auth.confirm_passkey', { credential }, { resident }))
  const [confirming] = await whileHeld(world, 'SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', resident.session, async (wait) => {
    const first = confirm()
    await wait(1)
    expect(await keys.list(owner)).toMatchObject([{ lastUsedAt: null }])
    return [first]
  })
  expect([await confirming, await confirm()]).toEqual(['done', 'passkey_wrong'])
})
