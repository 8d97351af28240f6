// @all: refusals, counters and limits; forged-passkeys and the browser show the paths
/** Passkeys: adding and removing them, and what each proof permits, with a software authenticator. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSKEYS_MAX, TIME } from '#proto/limits.ts'
import { type SoftPasskey, signWithPasskey } from '#scripts/testing/passkeys.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { account, clockOf, mailsTo, protectedAccount, resultOf, type TestClock } from './factor-account.ts'
import { type Owner, passkeysOf, verify } from './passkey-owner.ts'
import { ask, freshAddress, PASSWORD, register, residentOf } from './person.ts'

const HOUR = 3_600_000
let world: Stack
let clock: TestClock
let origin: string
let keys: ReturnType<typeof passkeysOf>
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
  clock = clockOf(world)
  await world.another('auth')
  origin = world.url
  keys = passkeysOf(world)
})
afterAll(() => world.stop())

const eventsFrom = async (address: string) =>
  (
    await world.postgres<{ name: string; user: number | null }>(
      'auth',
      `SELECT name, (data->>'userId')::int AS user FROM outbox WHERE data->>'address' = $1 ORDER BY at`,
      [address],
    )
  ).map(({ name, user }) => [name, user])

// covers: auth.passkeys auth.begin_passkey auth.add_passkey auth.begin_passkey_sign_in auth.sign_in_with_passkey
test('an added passkey signs in without a password', async () => {
  const owner = await account(world)
  await verify(world, owner)
  const passkey = await keys.add(owner, 'My phone')
  expect(await keys.list(owner)).toMatchObject([{ id: passkey.rowId, name: 'My phone', lastUsedAt: null }])
  const address = freshAddress()
  const { output, cookies } = await keys.send(await keys.signed(passkey), { address })
  expect(output.id).toBe(owner.user.id)
  const resident = await residentOf(world, cookies?.session?.token ?? '')
  expect(await keys.list({ resident })).toMatchObject([{ lastUsedAt: expect.any(String) }])
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
  const passkey = await keys.add(owner)
  const { excludeCredentials } = (await ask(world, 'auth.begin_passkey', {}, { resident: owner.resident })).output
  expect(excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key' }])
})

test('an account with two-factor signs in without a code', async () => {
  const owner = await protectedAccount(world, clock)
  const passkey = await keys.add(owner)
  expect((await keys.send(await keys.signed(passkey))).output.securitySettings.twoFactorEnabled).toBe(true)
})

// covers: passkey_wrong
test('unknown, foreign, unverified and misdirected signatures get one answer', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  const other = await keys.add(await account(world))
  const wrong = [
    keys.signed({ ...passkey, id: 'dW5rbm93bg' }),
    keys.signed({ ...passkey, key: other.key }),
    keys.signed({ ...passkey, userHandle: other.userHandle }),
    keys.signed(passkey, { isVerified: false }),
    keys.signed(passkey, { origin: 'https://elsewhere.example' }),
  ]
  for (const credential of wrong) await expect(keys.send(await credential)).rejects.toMatchObject({ code: 'passkey_wrong' })
  await keys.send(await keys.signed(passkey))
})

test('a wrong passkey is a failed log-in of the address, and of the account if known', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  const address = freshAddress()
  await resultOf(keys.send(await keys.signed({ ...passkey, id: 'dW5rbm93bg' }), { address }))
  await resultOf(keys.send(await keys.signed(passkey, { isVerified: false }), { address }))
  expect(await eventsFrom(address)).toEqual([
    ['auth.login_failed', null],
    ['auth.login_failed', owner.user.id],
  ])
})

test('a signature works once, also sent to two copies at once', async () => {
  const owner = await account(world)
  const credential = await keys.signed(await keys.add(owner))
  const results = await Promise.all(Array.from({ length: 4 }, () => resultOf(keys.send(credential))))
  expect(results.toSorted()).toEqual(['done', 'passkey_wrong', 'passkey_wrong', 'passkey_wrong'])
  expect(await owner.changes()).toEqual(['passkey_added'])
})

test('a device that counts nothing still signs in once for each challenge', async () => {
  const passkey = await keys.add(await account(world))
  const credential = await keys.signed(passkey, { counter: 0 })
  await keys.send(credential)
  await expect(keys.send(credential)).rejects.toMatchObject({ code: 'passkey_wrong' })
  await keys.send(await keys.signed(passkey, { counter: 0 }))
})

test('a counter that goes back is refused, and the alert and the mail have the passkey’s name', async () => {
  const owner = await account(world)
  await verify(world, owner)
  const passkey = await keys.add(owner, 'My phone')
  await keys.send(await keys.signed(passkey, { counter: 7 }))
  await expect(keys.send(await keys.signed(passkey, { counter: 7 }))).rejects.toMatchObject({ code: 'passkey_wrong' })
  expect(await owner.changes()).toEqual(['passkey_added', 'passkey_copied'])
  const mail = (await mailsTo(world, owner.user.email)).find(({ subject }) => subject === 'A sign-in with a passkey was refused')
  expect(mail?.text).toContain('the passkey “My phone” of your')
  const events = `SELECT data->>'passkeyName' AS name FROM outbox WHERE name = 'auth.factor_changed' AND data->>'userId' = $1 ORDER BY at`
  expect(await world.postgres('auth', events, [String(owner.user.id)])).toEqual([{ name: null }, { name: 'My phone' }])
  await keys.send(await keys.signed(passkey, { counter: 8 }))
})

test('a challenge ends after five minutes and counts for its purpose alone', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  const late = await keys.signed(passkey)
  await clock.shift(TIME.passkeyChallengeLife)
  await expect(keys.send(late)).rejects.toMatchObject({ code: 'passkey_wrong' })
  const check = (await ask(world, 'auth.begin_passkey_check', {}, { resident: owner.resident })).output
  await expect(keys.send(signWithPasskey(passkey, check, { origin }))).rejects.toMatchObject({ code: 'passkey_wrong' })
  const confirm = ask(world, 'auth.confirm_passkey', { credential: await keys.signed(passkey) }, { resident: owner.resident })
  await expect(confirm).rejects.toMatchObject({ code: 'passkey_wrong' })
})

/** Each row of auth, without when its event was published, and each key of Redis. */
async function everything(): Promise<string[]> {
  const named = `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'`
  const tables = await world.postgres<{ name: string }>('auth', named)
  const selects = tables.map(({ name }) => `SELECT '${name} ' || (to_jsonb(t) - 'sent_at')::text AS row FROM "${name}" t`)
  const rows = await world.postgres<{ row: string }>('auth', selects.join(' UNION ALL '))
  return [...rows.map(({ row }) => row), ...(await world.redis.keys('*'))]
}

test('asking for a challenge stores nothing', async () => {
  const owner = await account(world)
  const { resident } = owner
  await keys.add(owner)
  // Expired rows may be deleted meanwhile.
  const before = new Set(await everything())
  await ask(world, 'auth.begin_passkey_sign_in', {})
  await ask(world, 'auth.begin_passkey_check', {}, { resident })
  await ask(world, 'auth.begin_passkey', {}, { resident })
  expect((await everything()).filter((row) => !before.has(row))).toEqual([])
  expect([...before].some((row) => row.startsWith('passkeys '))).toBe(true)
})

// covers: auth.begin_passkey_check auth.confirm_passkey
test('a passkey check makes a session fresh again', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  await clock.shift(TIME.passwordFresh)
  const { resident } = owner
  await expect(keys.created(owner)).rejects.toMatchObject({ code: 'password_needed' })
  await expect(ask(world, 'auth.remove_passkey', { id: passkey.rowId }, { resident })).rejects.toMatchObject({ code: 'password_needed' })
  const options = (await ask(world, 'auth.begin_passkey_check', {}, { resident })).output
  expect(options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key' }])
  const foreign = await account(world)
  const other = await keys.add(foreign)
  const confirm = (one: SoftPasskey) =>
    ask(world, 'auth.confirm_passkey', { credential: signWithPasskey(one, options, { origin }) }, { resident })
  await expect(confirm(other)).rejects.toMatchObject({ code: 'passkey_wrong' })
  await confirm(passkey)
  await keys.created(owner)
})

// covers: passkey_invalid
test('a passkey whose user was not verified, or of another session, is not added', async () => {
  const owner = await account(world)
  const { credential } = await keys.created(owner, false)
  const addTo = (to: Owner, what: typeof credential) => ask(world, 'auth.add_passkey', { credential: what }, { resident: to.resident })
  await expect(addTo(owner, credential)).rejects.toMatchObject({ code: 'passkey_invalid' })
  const good = (await keys.created(owner)).credential
  await expect(addTo(await account(world), good)).rejects.toMatchObject({ code: 'passkey_invalid' })
  const results = await Promise.all([resultOf(addTo(owner, good)), resultOf(addTo(owner, good))])
  expect(results.toSorted()).toEqual(['done', 'passkey_invalid'])
})

// covers: passkeys_full
test('an account has at most ten passkeys, also when several are added at once', async () => {
  const owner = await account(world)
  for (let count = 1; count < PASSKEYS_MAX; count += 1) await keys.add(owner)
  const [one, two] = [await keys.created(owner), await keys.created(owner)]
  const results = await Promise.all(
    [one, two].map(({ credential }) => resultOf(ask(world, 'auth.add_passkey', { credential }, { resident: owner.resident }))),
  )
  expect(results.toSorted()).toEqual(['done', 'passkeys_full'])
  await expect(keys.created(owner)).rejects.toMatchObject({ code: 'passkeys_full' })
})

// covers: auth.rename_passkey auth.remove_passkey
test('a passkey is renamed and removed by its owner alone', async () => {
  const owner = await account(world)
  await verify(world, owner)
  const passkey = await keys.add(owner)
  const { resident: stranger } = await account(world)
  const { resident } = owner
  const { rowId: id } = passkey
  const rename = (who: typeof resident) => ask(world, 'auth.rename_passkey', { id, name: 'Key ring' }, { resident: who })
  await expect(rename(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask(world, 'auth.remove_passkey', { id }, { resident: stranger })).rejects.toMatchObject({ code: 'not_found' })
  expect((await rename(resident)).output.name).toBe('Key ring')
  await ask(world, 'auth.remove_passkey', { id }, { resident })
  await expect(keys.send(await keys.signed(passkey))).rejects.toMatchObject({ code: 'passkey_wrong' })
  expect(await owner.changes()).toEqual(['passkey_added', 'passkey_removed'])
  expect(await owner.subjects()).toContain('A passkey was removed')
})

test('a blocked address signs in from a known device or after its block was lifted for the account', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  const address = freshAddress()
  const blocked = { address, addressBlocked: true }
  await expect(keys.send(await keys.signed(passkey), blocked)).rejects.toMatchObject({ code: 'address_blocked' })
  await expect(keys.send(await keys.signed({ ...passkey, id: 'dW5rbm93bg' }), blocked)).rejects.toMatchObject({ code: 'address_blocked' })
  await keys.send(await keys.signed(passkey), { ...blocked, device: owner.device })
  await world.postgres('auth', 'INSERT INTO lifted_addresses (user_id, address) VALUES ($1, $2)', [owner.user.id, address])
  await keys.send(await keys.signed(passkey), blocked)
})

test('an address that was never verified gets no mail about passkeys', async () => {
  const owner = await account(world)
  await keys.add(owner)
  expect(await owner.changes()).toEqual(['passkey_added'])
  expect(await owner.subjects()).not.toContain('A passkey was added')
})

test('a verified address gets five mails of a kind about passkeys a day', async () => {
  const owner = await account(world)
  await verify(world, owner)
  const { resident } = owner
  const count = async (searched: string) => (await owner.subjects()).filter((subject) => subject === searched).length
  for (let round = 0; round < 7; round += 1) await ask(world, 'auth.remove_passkey', { id: (await keys.add(owner)).rowId }, { resident })
  expect([await count('A passkey was added'), await count('A passkey was removed')]).toEqual([5, 5])
  expect((await owner.changes()).filter((change) => change === 'passkey_removed')).toHaveLength(7)
  await clock.shift(24 * HOUR)
  await ask(world, 'auth.confirm_password', { password: PASSWORD }, { resident })
  await keys.add(owner)
  expect(await count('A passkey was added')).toBe(6)
})

// covers: passkeys_off
test('where the public address is an IP address there are no passkeys', async () => {
  const lone = await startStack({ services: ['auth', 'doorbell'], env: { PUBLIC_URL: 'https://192.168.1.20' } })
  try {
    const { credential } = await keys.created(await account(world))
    const used = await keys.signed(await keys.add(await account(world)))
    const resident = await residentOf(lone, (await register(lone)).session)
    const asked = [
      ask(lone, 'auth.begin_passkey_sign_in', {}),
      ask(lone, 'auth.sign_in_with_passkey', { credential: used }),
      ask(lone, 'auth.begin_passkey', {}, { resident }),
      ask(lone, 'auth.add_passkey', { credential }, { resident }),
      ask(lone, 'auth.begin_passkey_check', {}, { resident }),
      ask(lone, 'auth.confirm_passkey', { credential: used }, { resident }),
    ]
    expect(await Promise.all(asked.map(resultOf))).toEqual(asked.map(() => 'passkeys_off'))
  } finally {
    await lone.stop()
  }
})
