/** Passkeys: adding and removing them, and what they prove, with a software authenticator. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Caller } from '#proto/envelope.ts'
import { PASSKEYS_MAX, TIME } from '#proto/limits.ts'
import { createPasskey, type SoftPasskey, signWithPasskey } from '#scripts/testing/passkeys.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { account, clockOf, protectedAccount, resultOf, type TestClock } from './factor-account.ts'
import { ask, freshAddress, mailedToken, PASSWORD, residentOf } from './person.ts'

let world: Stack
let clock: TestClock
let origin: string
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
  clock = clockOf(world)
  await world.another('auth')
  origin = world.url
}, 120_000)
afterAll(() => world.stop())

type Owner = Pick<Awaited<ReturnType<typeof account>>, 'resident'>

async function created({ resident }: Owner, isVerified = true) {
  const options = (await ask(world, 'auth.begin_passkey', {}, { resident })).output
  return createPasskey(options, { origin, isVerified })
}
async function add(owner: Owner, name?: string): Promise<SoftPasskey & { readonly rowId: number }> {
  const { passkey, credential } = await created(owner)
  const input = name === undefined ? { credential } : { credential, name }
  const { output } = await ask(world, 'auth.add_passkey', input, { resident: owner.resident })
  return { ...passkey, rowId: output.id }
}
const list = async ({ resident }: Owner) => (await ask(world, 'auth.passkeys', {}, { resident })).output
async function signed(passkey: SoftPasskey, behaviour: { isVerified?: boolean; counter?: number; origin?: string } = {}) {
  const options = (await ask(world, 'auth.begin_passkey_sign_in', {})).output
  return signWithPasskey(passkey, options, { origin, ...behaviour })
}
const send = (credential: ReturnType<typeof signWithPasskey>, caller: Partial<Caller> = {}) =>
  ask(world, 'auth.sign_in_with_passkey', { credential }, caller)
const eventsFrom = async (address: string) =>
  (
    await world.postgres<{ name: string; user: number | null }>(
      'auth',
      `SELECT name, (data->>'userId')::int AS user FROM outbox WHERE data->>'address' = $1 ORDER BY at`,
      [address],
    )
  ).map(({ name, user }) => [name, user])

// covers: C-passkeys C-begin-passkey C-add-passkey C-begin-passkey-sign-in C-sign-in-with-passkey
test('an added passkey signs in without a password', async () => {
  const owner = await account(world)
  const passkey = await add(owner, 'My phone')
  expect(await list(owner)).toMatchObject([{ id: passkey.rowId, name: 'My phone', lastUsedAt: null }])
  const address = freshAddress()
  const { output, cookies } = await send(await signed(passkey), { address })
  expect(output.id).toBe(owner.user.id)
  const resident = await residentOf(world, cookies?.session?.token ?? '')
  expect(await list({ resident })).toMatchObject([{ lastUsedAt: expect.any(String) }])
  expect(await eventsFrom(address)).toEqual([['auth.login_succeeded', owner.user.id]])
  expect(await owner.changes()).toEqual(['passkey_added'])
  expect(await owner.subjects()).toContain('A passkey was added')
})

test('a new passkey is bound to this account, this host and a verified user', async () => {
  const owner = await account(world)
  const options = (await ask(world, 'auth.begin_passkey', {}, { resident: owner.resident })).output
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: owner.user.username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(options.user.id).toMatch(/^[\w-]{43}$/)
  const passkey = await add(owner)
  const { excludeCredentials } = (await ask(world, 'auth.begin_passkey', {}, { resident: owner.resident })).output
  expect(excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key' }])
})

test('an account with two-factor signs in without a code', async () => {
  const owner = await protectedAccount(world, clock)
  const passkey = await add(owner)
  expect((await send(await signed(passkey))).output.securitySettings.twoFactorEnabled).toBe(true)
})

// covers: X-passkey-wrong
test('unknown, foreign, unverified and misdirected signatures get one answer', async () => {
  const owner = await account(world)
  const passkey = await add(owner)
  const other = await add(await account(world))
  const wrong = [
    signed({ ...passkey, id: 'dW5rbm93bg' }),
    signed({ ...passkey, key: other.key }),
    signed({ ...passkey, userHandle: other.userHandle }),
    signed(passkey, { isVerified: false }),
    signed(passkey, { origin: 'https://elsewhere.example' }),
  ]
  for (const credential of wrong) await expect(send(await credential)).rejects.toMatchObject({ code: 'passkey_wrong' })
  await send(await signed(passkey))
})

test('a wrong passkey is a failed log-in of the address, and of the account if known', async () => {
  const owner = await account(world)
  const passkey = await add(owner)
  const address = freshAddress()
  await resultOf(send(await signed({ ...passkey, id: 'dW5rbm93bg' }), { address }))
  await resultOf(send(await signed(passkey, { isVerified: false }), { address }))
  expect(await eventsFrom(address)).toEqual([
    ['auth.login_failed', null],
    ['auth.login_failed', owner.user.id],
  ])
})

test('a signature works once, also sent to two copies at once', async () => {
  const owner = await account(world)
  const credential = await signed(await add(owner))
  const results = await Promise.all(Array.from({ length: 4 }, () => resultOf(send(credential))))
  expect(results.toSorted()).toEqual(['done', 'passkey_wrong', 'passkey_wrong', 'passkey_wrong'])
  expect(await owner.changes()).toEqual(['passkey_added'])
})

test('a device that counts nothing still signs in once for each challenge', async () => {
  const passkey = await add(await account(world))
  const credential = await signed(passkey, { counter: 0 })
  await send(credential)
  await expect(send(credential)).rejects.toMatchObject({ code: 'passkey_wrong' })
  await send(await signed(passkey, { counter: 0 }))
})

test('a counter that goes back is refused, told and mailed', async () => {
  const owner = await account(world)
  const passkey = await add(owner)
  await send(await signed(passkey, { counter: 7 }))
  await expect(send(await signed(passkey, { counter: 7 }))).rejects.toMatchObject({ code: 'passkey_wrong' })
  expect(await owner.changes()).toEqual(['passkey_added', 'passkey_copied'])
  expect(await owner.subjects()).toContain('A sign-in with a passkey was refused')
  await send(await signed(passkey, { counter: 8 }))
})

test('a challenge ends after five minutes and counts for its purpose alone', async () => {
  const owner = await account(world)
  const passkey = await add(owner)
  const late = await signed(passkey)
  await clock.shift(TIME.passkeyChallengeLife)
  await expect(send(late)).rejects.toMatchObject({ code: 'passkey_wrong' })
  const check = (await ask(world, 'auth.begin_passkey_check', {}, { resident: owner.resident })).output
  await expect(send(signWithPasskey(passkey, check, { origin }))).rejects.toMatchObject({ code: 'passkey_wrong' })
  const confirm = ask(world, 'auth.confirm_passkey', { credential: await signed(passkey) }, { resident: owner.resident })
  await expect(confirm).rejects.toMatchObject({ code: 'passkey_wrong' })
})

test('asking for a challenge stores nothing', async () => {
  const rows = () => world.postgres<{ count: string }>('auth', 'SELECT count(*) FROM spent_challenges')
  const before = await rows()
  await ask(world, 'auth.begin_passkey_sign_in', {})
  expect(await rows()).toEqual(before)
})

// covers: C-begin-passkey-check C-confirm-passkey
test('a passkey check makes a session fresh again', async () => {
  const owner = await account(world)
  const passkey = await add(owner)
  await clock.shift(TIME.passwordFresh)
  const { resident } = owner
  await expect(created(owner)).rejects.toMatchObject({ code: 'password_needed' })
  await expect(ask(world, 'auth.remove_passkey', { id: passkey.rowId }, { resident })).rejects.toMatchObject({ code: 'password_needed' })
  const options = (await ask(world, 'auth.begin_passkey_check', {}, { resident })).output
  expect(options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key' }])
  const foreign = await account(world)
  const other = await add(foreign)
  const confirm = (one: SoftPasskey) =>
    ask(world, 'auth.confirm_passkey', { credential: signWithPasskey(one, options, { origin }) }, { resident })
  await expect(confirm(other)).rejects.toMatchObject({ code: 'passkey_wrong' })
  await confirm(passkey)
  await created(owner)
})

// covers: X-passkey-invalid
test('a passkey whose user was not verified, or of another session, is not added', async () => {
  const owner = await account(world)
  const { credential } = await created(owner, false)
  const addTo = (to: Owner, what: typeof credential) => ask(world, 'auth.add_passkey', { credential: what }, { resident: to.resident })
  await expect(addTo(owner, credential)).rejects.toMatchObject({ code: 'passkey_invalid' })
  const good = (await created(owner)).credential
  await expect(addTo(await account(world), good)).rejects.toMatchObject({ code: 'passkey_invalid' })
  const results = await Promise.all([resultOf(addTo(owner, good)), resultOf(addTo(owner, good))])
  expect(results.toSorted()).toEqual(['done', 'passkey_invalid'])
})

// covers: X-passkeys-full
test('an account has at most ten passkeys, also when several are added at once', async () => {
  const owner = await account(world)
  for (let count = 1; count < PASSKEYS_MAX; count += 1) await add(owner)
  const [one, two] = [await created(owner), await created(owner)]
  const results = await Promise.all(
    [one, two].map(({ credential }) => resultOf(ask(world, 'auth.add_passkey', { credential }, { resident: owner.resident }))),
  )
  expect(results.toSorted()).toEqual(['done', 'passkeys_full'])
  await expect(created(owner)).rejects.toMatchObject({ code: 'passkeys_full' })
})

// covers: C-rename-passkey C-remove-passkey
test('a passkey is renamed and removed by its owner alone', async () => {
  const owner = await account(world)
  const passkey = await add(owner)
  const { resident: stranger } = await account(world)
  const { resident } = owner
  const { rowId: id } = passkey
  const rename = (who: typeof resident) => ask(world, 'auth.rename_passkey', { id, name: 'Key ring' }, { resident: who })
  await expect(rename(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask(world, 'auth.remove_passkey', { id }, { resident: stranger })).rejects.toMatchObject({ code: 'not_found' })
  expect((await rename(resident)).output.name).toBe('Key ring')
  await ask(world, 'auth.remove_passkey', { id }, { resident })
  await expect(send(await signed(passkey))).rejects.toMatchObject({ code: 'passkey_wrong' })
  expect(await owner.changes()).toEqual(['passkey_added', 'passkey_removed'])
  expect(await owner.subjects()).toContain('A passkey was removed')
})

test('a blocked address signs in from a known device or after its block was lifted for the account', async () => {
  const owner = await account(world)
  const passkey = await add(owner)
  const address = freshAddress()
  const blocked = { address, addressBlocked: true }
  await expect(send(await signed(passkey), blocked)).rejects.toMatchObject({ code: 'address_blocked' })
  await expect(send(await signed({ ...passkey, id: 'dW5rbm93bg' }), blocked)).rejects.toMatchObject({ code: 'address_blocked' })
  await send(await signed(passkey), { ...blocked, device: owner.device })
  await world.postgres('auth', 'INSERT INTO lifted_addresses (user_id, address) VALUES ($1, $2)', [owner.user.id, address])
  await send(await signed(passkey), blocked)
})

test('the first reset of an unverified address removes the passkeys', async () => {
  const owner = await account(world)
  const reset = async () => {
    await ask(world, 'auth.request_password_reset', { email: owner.user.email })
    let token = ''
    while (!token) token = await mailedToken(world, owner.user.email, 'reset')
    await ask(world, 'auth.reset_password', { token, newPassword: `${PASSWORD}x`, confirmPassword: `${PASSWORD}x` })
    const { output, cookies } = await ask(world, 'auth.login', { username: owner.user.username, password: `${PASSWORD}x` })
    expect(output.emailVerified).toBe(true)
    return { resident: await residentOf(world, cookies?.session?.token ?? '') }
  }
  await add(owner)
  const proved = await reset()
  expect(await list(proved)).toEqual([])
})

test('an undone change of address removes the passkeys added since it was asked for', async () => {
  const owner = await account(world)
  const { email } = owner.user
  const { resident } = owner
  const verify = async (address: string) => ask(world, 'auth.verify_email', { token: await mailedToken(world, address) }, { resident })
  await verify(email)
  await add(owner, 'Own')
  await clock.shift(1_000)
  await ask(world, 'auth.change_email', { email: `thief-${email}`, password: PASSWORD }, { resident })
  await add(owner, 'While asked')
  await verify(`thief-${email}`)
  await add(owner, 'Afterwards')
  await ask(world, 'auth.undo_email_change', { token: await mailedToken(world, email, 'undo') })
  const names = await world.postgres('auth', 'SELECT name FROM passkeys WHERE user_id = $1', [owner.user.id])
  expect(names).toEqual([{ name: 'Own' }])
})

test('an operator who turns two-factor off leaves the passkeys', async () => {
  const owner = await protectedAccount(world, clock)
  await add(owner)
  await ask(world, 'auth.reset_two_factor', { username: owner.user.username, by: 'olga' })
  expect(await list(owner)).toHaveLength(1)
})

// covers: X-passkeys-off
test('where the public address is an IP address there are no passkeys', async () => {
  const lone = await startStack({ services: ['auth', 'doorbell'], env: { PUBLIC_URL: 'https://192.168.1.20' } })
  try {
    await expect(ask(lone, 'auth.begin_passkey_sign_in', {})).rejects.toMatchObject({ code: 'passkeys_off' })
  } finally {
    await lone.stop()
  }
}, 60_000)
