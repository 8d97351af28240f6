/** Turning two-factor on and off, and signing in with it (docs/product/decisions.md, 25). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { codeAt, STEP_MS } from '#scripts/testing/authenticator.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { account, clockOf, confirmAddress, protectedAccount, resultOf, type TestClock } from './factor-account.ts'
import { ask, freshAddress, PASSWORD, residentOf } from './person.ts'

const MINUTE = 60_000
let world: Stack
let clock: TestClock
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'] })
  clock = clockOf(world)
  await world.another('auth')
})
afterAll(() => world.stop())

// covers: auth.two_factor auth.enrol_two_factor auth.confirm_two_factor
test('a code of the new secret turns two-factor on', async () => {
  const owner = await account(world)
  await confirmAddress(world, owner)
  const state = async () => (await ask(world, 'auth.two_factor', {}, { resident: owner.resident })).output
  expect(await state()).toEqual({ enabled: false, enabledAt: null, recoveryCodesLeft: 0, recoveryEndsAt: null })
  const { secret, uri } = (await ask(world, 'auth.enrol_two_factor', {}, { resident: owner.resident })).output
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect((await owner.current()).securitySettings.twoFactorEnabled).toBe(false)
  const code = codeAt(secret, clock.now())
  const { recoveryCodes } = (await ask(world, 'auth.confirm_two_factor', { code }, { resident: owner.resident })).output
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await state()).toMatchObject({ enabled: true, enabledAt: expect.any(String), recoveryCodesLeft: 10 })
  expect((await owner.current()).securitySettings.twoFactorEnabled).toBe(true)
  expect(await owner.changes()).toEqual(['two_factor_enabled'])
  expect(await owner.subjects()).toContain('Two-factor authentication is on')
})

async function turnOnAndOff({ resident }: Pick<Awaited<ReturnType<typeof account>>, 'resident'>): Promise<void> {
  const { secret } = (await ask(world, 'auth.enrol_two_factor', {}, { resident })).output
  const { recoveryCodes } = (await ask(world, 'auth.confirm_two_factor', { code: codeAt(secret, clock.now()) }, { resident })).output
  await ask(world, 'auth.disable_two_factor', { code: recoveryCodes[0] ?? '' }, { resident })
}

test('turning it on and off again and again fills no mailbox @all', async () => {
  const [stranger, owner] = [await account(world), await account(world)]
  await confirmAddress(world, owner)
  await turnOnAndOff(stranger)
  for (let round = 0; round < 6; round += 1) await turnOnAndOff(owner)
  // The mail of the registration.
  expect(await stranger.subjects()).toHaveLength(1)
  expect(await stranger.changes()).toContain('two_factor_enabled')
  const subjects = await owner.subjects()
  for (const subject of ['Two-factor authentication is on', 'A recovery code was used', 'Two-factor authentication is off'])
    expect([subject, subjects.filter((sent) => sent === subject).length]).toEqual([subject, 5])
  expect((await owner.changes()).filter((change) => change === 'two_factor_disabled')).toHaveLength(6)
})

test('only the newest secret can be confirmed', async () => {
  const { resident } = await account(world)
  const enrol = async () => (await ask(world, 'auth.enrol_two_factor', {}, { resident })).output.secret
  const confirm = (secret: string) => ask(world, 'auth.confirm_two_factor', { code: codeAt(secret, clock.now()) }, { resident })
  await expect(ask(world, 'auth.confirm_two_factor', { code: '123456' }, { resident })).rejects.toMatchObject({ code: 'code_wrong' })
  const first = await enrol()
  const second = await enrol()
  await expect(confirm(first)).rejects.toMatchObject({ code: 'code_wrong' })
  for (const code of ['12345€', '١٢٣٤٥٦'])
    await expect(ask(world, 'auth.confirm_two_factor', { code }, { resident })).rejects.toMatchObject({ code: 'code_wrong' })
  await confirm(second)
  await expect(enrol()).rejects.toMatchObject({ code: 'two_factor_on' })
})

// covers: two_factor_on
test('two confirmations at once give one set of recovery codes', async () => {
  const { resident, changes } = await account(world)
  const { secret } = (await ask(world, 'auth.enrol_two_factor', {}, { resident })).output
  const confirm = () => resultOf(ask(world, 'auth.confirm_two_factor', { code: codeAt(secret, clock.now()) }, { resident }))
  expect((await Promise.all([confirm(), confirm(), confirm()])).toSorted()).toEqual(['done', 'two_factor_on', 'two_factor_on'])
  expect(await changes()).toEqual(['two_factor_enabled'])
})

// covers: C-two-factor-login two_factor_required
test('the right password alone is asked for a code and gets no cookie', async () => {
  const owner = await protectedAccount(world, clock)
  await expect(owner.login()).rejects.toMatchObject({ code: 'two_factor_required' })
  // A known device is asked as well.
  await expect(owner.login({}, { device: owner.device })).rejects.toMatchObject({ code: 'two_factor_required' })
  const sessions = await world.postgres('auth', 'SELECT 1 FROM sessions WHERE user_id = $1', [owner.user.id])
  expect(sessions).toHaveLength(1)
  const { output, cookies } = await owner.login({ code: owner.code() })
  expect(output).toMatchObject({ id: owner.user.id, securitySettings: { twoFactorEnabled: true } })
  expect(await residentOf(world, cookies?.session?.token ?? '')).toMatchObject({ userId: owner.user.id })
})

test('a wrong password never tells that two-factor is on', async () => {
  const owner = await protectedAccount(world, clock)
  for (const code of [undefined, owner.code(), '000000'])
    await expect(owner.login({ password: 'Wrong-Word-1', ...(code ? { code } : {}) })).rejects.toMatchObject({ code: 'credentials_wrong' })
  await owner.login({ code: owner.code() })
})

test('concurrent logins with one code are one session', async () => {
  const owner = await protectedAccount(world, clock)
  const code = owner.code()
  const logins = await Promise.all(Array.from({ length: 4 }, () => resultOf(owner.login({ code }, { address: freshAddress() }))))
  expect(logins.filter((result) => result === 'done')).toHaveLength(1)
  expect(logins.filter((result) => result === 'code_wrong')).toHaveLength(3)
  // It stays marked used, and so does the step before it.
  await expect(owner.login({ code: codeAt(owner.secret, clock.now() - STEP_MS) })).rejects.toMatchObject({ code: 'code_wrong' })
})

// covers: code_wrong
test('five wrong codes make each further one wait, also after a right password', async () => {
  const owner = await protectedAccount(world, clock)
  for (let tries = 0; tries < 5; tries += 1) await expect(owner.login({ code: '000000' })).rejects.toMatchObject({ code: 'code_wrong' })
  await expect(owner.login()).rejects.toMatchObject({ code: 'two_factor_required' })
  await expect(owner.login({ code: owner.code() })).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: expect.any(Number) })
  // A browser that the owner has used is counted separately.
  await owner.login({ code: owner.code() }, { device: owner.device })
  await clock.shift(31_000)
  await expect(owner.login({ code: '000000' })).rejects.toMatchObject({ code: 'code_wrong' })
  await expect(owner.login({ code: owner.code() })).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: expect.any(Number) })
  await clock.shift(61_000)
  await owner.login({ code: owner.code() })
})

test('concurrent wrong codes get no more tries than sequential ones', async () => {
  const owner = await protectedAccount(world, clock)
  const guess = () => resultOf(owner.login({ code: '000000' }, { address: freshAddress() }))
  const results = await Promise.all(Array.from({ length: 12 }, guess))
  expect(results.filter((result) => result === 'code_wrong')).toHaveLength(5)
  expect(results.filter((result) => result === 'limited')).toHaveLength(7)
})

test('a wrong code is a failed log-in and a right one a successful', async () => {
  const owner = await protectedAccount(world, clock)
  const address = freshAddress()
  await resultOf(owner.login({}, { address }))
  await resultOf(owner.login({ code: '000000' }, { address }))
  await owner.login({ code: owner.code() }, { address })
  const events = await world.postgres<{ name: string }>('auth', "SELECT name FROM outbox WHERE data->>'address' = $1 ORDER BY at", [
    address,
  ])
  expect(events.map(({ name }) => name)).toEqual(['auth.login_failed', 'auth.login_succeeded'])
})

test('a recovery code signs in once, in any spelling', async () => {
  const owner = await protectedAccount(world, clock)
  const [first = '', second = ''] = owner.recoveryCodes
  const logins = [first, first.toLowerCase().replaceAll('-', ' ')].map((code) => resultOf(owner.login({ code })))
  expect((await Promise.all(logins)).toSorted()).toEqual(['code_wrong', 'done'])
  await owner.login({ code: second })
  expect(await owner.changes()).toEqual(['two_factor_enabled', 'recovery_code_used', 'recovery_code_used'])
  expect(await owner.subjects()).toContain('A recovery code was used')
  const state = (await ask(world, 'auth.two_factor', {}, { resident: owner.resident })).output
  expect(state.recoveryCodesLeft).toBe(8)
})

// covers: auth.disable_two_factor two_factor_off
test('turning two-factor off needs a code, and then the password is enough', async () => {
  const owner = await protectedAccount(world, clock)
  const disable = (code: string) => ask(world, 'auth.disable_two_factor', { code }, { resident: owner.resident })
  await expect(disable('000000')).rejects.toMatchObject({ code: 'code_wrong' })
  await disable(owner.code())
  await expect(disable(owner.code())).rejects.toMatchObject({ code: 'two_factor_off' })
  expect((await owner.login()).output.securitySettings.twoFactorEnabled).toBe(false)
  expect(await owner.changes()).toEqual(['two_factor_enabled', 'two_factor_disabled'])
  expect(await owner.subjects()).toContain('Two-factor authentication is off')
})

// covers: auth.replace_recovery_codes
test('new recovery codes end the old ones', async () => {
  const owner = await protectedAccount(world, clock)
  const [old = '', used = ''] = owner.recoveryCodes
  const replaced = (await ask(world, 'auth.replace_recovery_codes', { code: used }, { resident: owner.resident })).output
  expect(replaced.recoveryCodes).toHaveLength(10)
  await expect(owner.login({ code: old })).rejects.toMatchObject({ code: 'code_wrong' })
  await owner.login({ code: replaced.recoveryCodes[0] ?? '' })
  expect(await owner.subjects()).toContain('New recovery codes')
})

// covers: password_needed
test('ten minutes after signing in, factors are only changed after the password', async () => {
  const owner = await protectedAccount(world, clock)
  await clock.shift(10 * MINUTE)
  const { resident } = owner
  const changes = [
    ask(world, 'auth.enrol_two_factor', {}, { resident }),
    ask(world, 'auth.confirm_two_factor', { code: owner.code() }, { resident }),
    ask(world, 'auth.disable_two_factor', { code: owner.code() }, { resident }),
    ask(world, 'auth.replace_recovery_codes', { code: owner.code() }, { resident }),
  ]
  expect(await Promise.all(changes.map(resultOf))).toEqual(Array(4).fill('password_needed'))
})

test('the database holds neither a secret nor a recovery code', async () => {
  const { secret, recoveryCodes } = await protectedAccount(world, clock)
  for (const table of ['two_factors', 'recovery_codes', 'outbox', 'mails']) {
    const rows = JSON.stringify(await world.postgres('auth', `SELECT * FROM ${table}`))
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(rows).not.toContain(text)
  }
})

// covers: C-reset-two-factor
test('an operator turns two-factor off, which is recorded and mailed', async () => {
  const owner = await protectedAccount(world, clock)
  const reset = async () =>
    (await ask(world, 'auth.reset_two_factor', { username: owner.user.username.toUpperCase(), by: 'olga' })).output.reset
  expect(await reset()).toBe(true)
  expect(await reset()).toBe(false)
  await owner.login()
  const rows = await world.postgres('auth', 'SELECT by FROM factor_resets WHERE user_id = $1', [owner.user.id])
  expect(rows).toEqual([{ by: 'olga' }])
  expect(await owner.changes()).toEqual(['two_factor_enabled', 'two_factor_disabled'])
  const mail = (await ask(world, 'auth.dev_mails', {})).output.find(({ to }) => to === owner.user.email)
  expect(mail?.text).toContain('The operator')
  await expect(ask(world, 'auth.reset_two_factor', { username: 'nobody at all', by: 'olga' })).rejects.toMatchObject({ code: 'not_found' })
})

// covers: auth.delete_account two_factor_required
test('deleting the account takes a code as well where two-factor is on @all', async () => {
  const owner = await protectedAccount(world, clock)
  const remove = (fields: { readonly password?: string; readonly code?: string }) =>
    resultOf(ask(world, 'auth.delete_account', { password: PASSWORD, ...fields }, { resident: owner.resident }))
  expect(await remove({ password: 'Wrong-Word-1', code: owner.code() })).toBe('password_wrong')
  expect(await remove({})).toBe('two_factor_required')
  expect(await remove({ code: 'AAAA-AAAA-AAAA' })).toBe('code_wrong')
  expect((await owner.current()).id).toBe(owner.user.id)
  const code = owner.code()
  await owner.login({ code })
  expect(await remove({ code })).toBe('code_wrong')
  expect(await remove({ code: owner.recoveryCodes[0] ?? '' })).toBe('done')
  await expect(owner.login({ code })).rejects.toMatchObject({ code: 'credentials_wrong' })
})
