import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { ask, freshName, mailedToken, register, residentOf } from './person.ts'

const HOUR = 3_600_000
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

// covers: L-verify
test('an unverified address is held for 72 h, then another account may take it', async () => {
  const email = `${freshName()}@example.org`
  const first = await register(world, freshName(), { email })
  const oldToken = await mailedToken(world, email)
  await world.clock.shift(71 * HOUR)
  await expect(register(world, freshName(), { email })).rejects.toMatchObject({ code: 'email_taken' })
  await world.clock.shift(2 * HOUR)
  const second = await register(world, freshName(), { email })
  expect(second.user.email).toBe(email)
  await expect(ask(world, 'auth.verify_email', { token: oldToken })).rejects.toMatchObject({ code: 'token_invalid' })
  const mails = (await ask(world, 'auth.dev_mails', {})).output.length
  await ask(world, 'auth.resend_verification', {}, { resident: await residentOf(world, first.session) })
  expect((await ask(world, 'auth.dev_mails', {})).output).toHaveLength(mails)
  const token = await mailedToken(world, email)
  expect((await ask(world, 'auth.verify_email', { token })).output).toEqual({ email })
})

test('a verified address stays with its owner', async () => {
  const { user } = await register(world)
  await ask(world, 'auth.verify_email', { token: await mailedToken(world, user.email) })
  await world.clock.shift(73 * HOUR)
  await expect(register(world, freshName(), { email: user.email })).rejects.toMatchObject({ code: 'email_taken' })
})

test('an address gets five mails a day', async () => {
  const { session } = await register(world)
  const resident = await residentOf(world, session)
  for (let sent = 1; sent < 5; sent += 1) {
    await world.clock.shift(61_000)
    await ask(world, 'auth.resend_verification', {}, { resident })
  }
  await world.clock.shift(61_000)
  const refused = ask(world, 'auth.resend_verification', {}, { resident })
  await expect(refused).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: expect.any(Number) })
  await world.clock.shift(20 * HOUR)
  await expect(ask(world, 'auth.resend_verification', {}, { resident })).rejects.toMatchObject({ code: 'limited' })
  await world.clock.shift(4 * HOUR)
  await ask(world, 'auth.resend_verification', {}, { resident })
})

// covers: L-verify auth.resend_verification
test('a mailed link expires after 72 h', async () => {
  const { user, session } = await register(world)
  const resident = await residentOf(world, session)
  await expect(ask(world, 'auth.resend_verification', {}, { resident })).rejects.toMatchObject({ code: 'limited' })
  const token = await mailedToken(world, user.email)
  await world.clock.shift(73 * HOUR)
  await expect(ask(world, 'auth.verify_email', { token })).rejects.toMatchObject({ code: 'token_invalid' })
  await ask(world, 'auth.resend_verification', {}, { resident })
  const fresh = await mailedToken(world, user.email)
  expect(fresh).not.toBe(token)
  expect((await ask(world, 'auth.verify_email', { token: fresh })).output).toEqual({ email: user.email })
})
