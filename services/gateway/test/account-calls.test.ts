/**
 * Requests of an account's pages, through the gateway: each path, method, body and cookie once, on one account for each group. The rules
 * behind them are tested over rpc (services/auth/test).
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { codeAt } from '#scripts/testing/authenticator.ts'
import { createPasskey, signWithPasskey } from '#scripts/testing/passkeys.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const CHANGED = 'Another-Horse-2'
let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world?.close())

/** @returns the token of the newest mail to this address whose link has this name, once it is written */
async function mailed(to: string, name: string): Promise<string> {
  const found = async () =>
    (await world.rpc('auth.dev_mails', {}))
      .filter((mail) => mail.to === to)
      .flatMap(({ text }) => new RegExp(`#${name}=([\\w-]+)`).exec(text)?.[1] ?? [])[0] ?? ''
  await eventually(`a mail with ${name}`, async () => (await found()) !== '')
  return found()
}
async function confirmed(): Promise<Resident> {
  const resident = await world.resident()
  await resident.call('auth.verify_email', { token: await mailed(resident.user.email, 'verify') })
  return resident
}
/** @returns ten recovery codes, which the tests use one after another: no test waits for the next step of the authenticator */
async function turnOn(resident: Resident): Promise<readonly string[]> {
  const { secret } = await resident.call('auth.enrol_two_factor', {})
  return (await resident.call('auth.confirm_two_factor', { code: codeAt(secret, Date.now()) })).recoveryCodes
}

// covers: C-two-factor-login auth.two_factor auth.enrol_two_factor auth.confirm_two_factor auth.replace_recovery_codes
// covers: auth.disable_two_factor
test('two-factor is turned on, signs in, gets new codes and is turned off', async () => {
  const resident = await confirmed()
  const [first = ''] = await turnOn(resident)
  expect(await resident.call('auth.two_factor', {})).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
  const { recoveryCodes } = await resident.call('auth.replace_recovery_codes', { code: first })
  const [second = '', third = ''] = recoveryCodes
  const other = world.person()
  const credentials = { username: resident.user.username, password: PASSWORD }
  const without = await other.http('/api/login', { method: 'POST', body: credentials })
  expect(without).toMatchObject({ status: 401, body: { code: 'two_factor_required' } })
  expect((await other.call('auth.login', { ...credentials, code: second })).id).toBe(resident.user.id)
  expect((await other.call('auth.user', {})).id).toBe(resident.user.id)
  await resident.call('auth.disable_two_factor', { code: third })
  expect(await resident.call('auth.two_factor', {})).toMatchObject({ enabled: false, recoveryCodesLeft: 0 })
})

// covers: C-user-recovery auth.request_recovery auth.begin_recovery auth.cancel_recovery_by_link auth.cancel_recovery
test('a recovery begins by the mailed link and is cancelled by its link or a session', async () => {
  const resident = await confirmed()
  await turnOn(resident)
  const { email, username } = resident.user
  const begin = async () => {
    await world.person().call('auth.request_recovery', { username, password: PASSWORD })
    return world.person().call('auth.begin_recovery', { token: await mailed(email, 'recovery') })
  }
  const { endsAt } = await begin()
  expect((await resident.call('auth.user', {})).recoveryEndsAt).toBe(endsAt)
  await world.person().call('auth.cancel_recovery_by_link', { token: await mailed(email, 'cancel-recovery') })
  expect((await resident.call('auth.user', {})).recoveryEndsAt).toBeUndefined()
  await begin()
  await resident.call('auth.cancel_recovery', {})
  expect((await resident.call('auth.two_factor', {})).recoveryEndsAt).toBeNull()
})

async function addPasskey(resident: Resident) {
  const { passkey, credential } = createPasskey(await resident.call('auth.begin_passkey', {}), { origin: world.url })
  return { passkey, id: (await resident.call('auth.add_passkey', { credential, name: 'Phone' })).id }
}

// covers: auth.begin_passkey auth.add_passkey auth.passkeys auth.rename_passkey auth.remove_passkey
test('a passkey is added, renamed and removed', async () => {
  const resident = await world.resident()
  const { id } = await addPasskey(resident)
  await resident.call('auth.rename_passkey', { id, name: 'Kitchen tablet' })
  expect(await resident.call('auth.passkeys', {})).toMatchObject([{ id, name: 'Kitchen tablet' }])
  await resident.call('auth.remove_passkey', { id })
  expect(await resident.call('auth.passkeys', {})).toEqual([])
})

// covers: auth.begin_passkey_sign_in auth.sign_in_with_passkey auth.begin_passkey_check auth.confirm_passkey
test('a passkey signs in, and stands for the password', async () => {
  const resident = await world.resident()
  const { passkey } = await addPasskey(resident)
  const other = world.person()
  const used = signWithPasskey(passkey, await other.call('auth.begin_passkey_sign_in', {}), { origin: world.url })
  expect((await other.call('auth.sign_in_with_passkey', { credential: used })).id).toBe(resident.user.id)
  expect((await other.call('auth.user', {})).id).toBe(resident.user.id)
  const checked = signWithPasskey(passkey, await resident.call('auth.begin_passkey_check', {}), { origin: world.url })
  await resident.call('auth.confirm_passkey', { credential: checked })
})

// covers: auth.preview_verification auth.verify_email token_invalid auth.reject_verification email_rejected auth.resend_verification
test('a mailed link shows, confirms or rejects the address of an account', async () => {
  const [resident, mistaken] = [await world.resident(), await world.resident()]
  const { email, username } = resident.user
  const token = await mailed(email, 'verify')
  expect(await world.person().call('auth.preview_verification', { token })).toEqual({ username, email })
  expect(await resident.http('/api/user/resend-verification', { method: 'POST', body: {} })).toMatchObject({ status: 429 })
  expect(await world.person().call('auth.verify_email', { token })).toEqual({ email })
  expect(await resident.http('/api/user/resend-verification', { method: 'POST', body: {} })).toMatchObject({ status: 200 })
  await world.person().call('auth.reject_verification', { token: await mailed(mistaken.user.email, 'verify') })
  const again = await mistaken.http('/api/user/resend-verification', { method: 'POST', body: {} })
  expect(again).toMatchObject({ status: 409, body: { code: 'email_rejected' } })
})

// covers: C-user-change auth.change_email auth.undo_email_change auth.preview_email_undo
test('profile and address are changed, and the old address takes the change back', async () => {
  const resident = await confirmed()
  const { email, username } = resident.user
  const profile = { firstName: 'Grace', phone: '+49\u00a0170\u2011123456', language: 'de' } as const
  expect(await resident.call('auth.change_profile', profile)).toMatchObject({ firstName: 'Grace', phone: '+49 170-123456', language: 'de' })
  await resident.call('auth.change_email', { email: `${username}@müller.example` })
  const newEmail = `${username}@xn--mller-kva.example`
  await resident.call('auth.verify_email', { token: await mailed(newEmail, 'verify') })
  expect(await resident.call('auth.user', {})).toMatchObject({ email: newEmail, emailVerified: true })
  const token = await mailed(email, 'undo')
  expect(await world.person().call('auth.preview_email_undo', { token })).toEqual({ username, oldEmail: email, newEmail })
  expect(await world.person().call('auth.undo_email_change', { token })).toEqual({ email })
  expect((await resident.http('/api/user')).status).toBe(401)
})

// covers: auth.confirm_password auth.password_fresh auth.change_password auth.request_password_reset auth.preview_password_reset
// covers: auth.reset_password auth.request_sign_in_link auth.use_sign_in_link
test('a password is entered again, changed and reset, and a mailed link signs in', async () => {
  const resident = await confirmed()
  const { email, username } = resident.user
  await resident.call('auth.confirm_password', { password: PASSWORD })
  expect(await resident.call('auth.password_fresh', {})).toEqual({ fresh: true })
  await resident.call('auth.change_password', { currentPassword: PASSWORD, newPassword: CHANGED, confirmPassword: CHANGED })
  const other = world.person()
  expect((await other.call('auth.login', { username: email, password: CHANGED })).id).toBe(resident.user.id)
  await other.call('auth.request_password_reset', { email })
  const token = await mailed(email, 'reset')
  expect(await other.call('auth.preview_password_reset', { token })).toEqual({ username })
  await other.call('auth.reset_password', { token, newPassword: PASSWORD, confirmPassword: PASSWORD })
  expect((await resident.http('/api/user')).status).toBe(401)
  await other.call('auth.request_sign_in_link', { username })
  expect((await other.call('auth.use_sign_in_link', { token: await mailed(email, 'sign-in') })).id).toBe(resident.user.id)
  expect((await other.call('auth.user', {})).id).toBe(resident.user.id)
})
