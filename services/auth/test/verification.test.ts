/** The mailed link over HTTP: previewed, used once, or rejected by the mail's reader. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { freshName, mailedToken, PASSWORD, register } from './person.ts'

const MINUTE = 60_000
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const tokenOf = (resident: Resident) => mailedToken(world, resident.user.email)
const post = (path: string, token: string, person = world.person()) => person.http(path, { method: 'POST', body: { token } })
const preview = (token: string) => post('/api/user/verify-email/preview', token)
const verify = (token: string) => post('/api/user/verify-email', token)
const reject = (token: string) => post('/api/user/verify-email/reject', token)
const isVerified = async (resident: Resident) => (await resident.call('auth.user', {})).emailVerified
const resend = (person: Pick<Resident, 'http'>) => person.http('/api/user/resend-verification', { method: 'POST', body: {} })
const mailsTo = async (email: string) => (await world.rpc('auth.dev_mails', {})).filter(({ to }) => to === email)
const INVALID = { code: 'token_invalid', message: 'This link is no longer valid.' }

// covers: auth.preview_verification
test('previewing a link names the account and confirms nothing', async () => {
  const resident = await world.resident()
  const token = await tokenOf(resident)
  for (const _ of [1, 2]) {
    const { status, body } = await preview(token)
    expect([status, body]).toEqual([200, { username: resident.user.username, email: resident.user.email }])
  }
  expect(await isVerified(resident)).toBe(false)
})

test('the link has its token in the fragment', async () => {
  const resident = await world.resident()
  const [mail] = await mailsTo(resident.user.email)
  expect(mail?.text).toMatch(/\/auth#verify=[\w-]{43}$/m)
})

test('a used token is refused like an unknown one', async () => {
  const resident = await world.resident()
  const token = await tokenOf(resident)
  expect((await verify(token)).status).toBe(200)
  for (const again of [preview, verify, reject]) {
    const { status, body } = await again(token)
    expect([status, body]).toEqual([400, INVALID])
  }
  expect(await isVerified(resident)).toBe(true)
})

test('of ten concurrent confirmations one succeeds', async () => {
  const token = await tokenOf(await world.resident())
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
})

test('confirming a newer link invalidates the older one', async () => {
  const resident = await world.resident()
  const first = await tokenOf(resident)
  await world.clock.shift(MINUTE + 1_000)
  expect((await resend(resident)).status).toBe(200)
  expect((await verify(await tokenOf(resident))).status).toBe(200)
  expect((await verify(first)).body).toEqual(INVALID)
})

test('Not me frees the address for its owner', async () => {
  const stranger = await world.resident()
  const token = await tokenOf(stranger)
  expect((await reject(token)).status).toBe(200)
  expect((await verify(token)).body).toEqual(INVALID)
  expect(await isVerified(stranger)).toBe(false)
  const username = freshName()
  const owner = await world.person().http('/api/register', {
    method: 'POST',
    body: {
      firstName: 'Ada',
      lastName: 'Reed',
      username,
      email: stranger.user.email,
      password: 'Correct-Horse-1',
      confirmPassword: 'Correct-Horse-1',
    },
  })
  expect(owner.status).toBe(201)
  expect((await preview(await tokenOf(stranger))).body).toEqual({ username, email: stranger.user.email })
})

// covers: auth.reject_verification email_rejected
test('after Not me the account sends no mail there for 30 days', async () => {
  const stranger = await world.resident()
  await reject(await tokenOf(stranger))
  await world.clock.shift(MINUTE + 1_000)
  const refused = await resend(stranger)
  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: 'email_rejected' })])
  expect(await mailsTo(stranger.user.email)).toHaveLength(1)
  await world.clock.shift(31 * DAY_MS)
  expect((await resend(stranger)).status).toBe(200)
})

test('Not me does not take away a verified address', async () => {
  const resident = await world.resident()
  const first = await tokenOf(resident)
  await world.clock.shift(MINUTE + 1_000)
  await resend(resident)
  await verify(await tokenOf(resident))
  expect((await reject(first)).body).toEqual(INVALID)
  expect(await isVerified(resident)).toBe(true)
})

// covers: auth.resend_verification
test('a new link can be requested once a minute', async () => {
  const resident = await world.resident()
  const first = await tokenOf(resident)
  const early = await resend(resident)
  expect([early.status, early.body]).toEqual([429, expect.objectContaining({ code: 'limited' })])
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  await world.clock.shift(MINUTE + 1_000)
  const sent = await resend(resident)
  expect([sent.status, sent.body]).toEqual([200, {}])
  const second = await tokenOf(resident)
  expect(second).not.toBe(first)
  expect((await verify(second)).status).toBe(200)
  // A verified address needs no mail.
  expect((await resend(resident)).status).toBe(200)
  expect(await mailsTo(resident.user.email)).toHaveLength(2)
})

test('of many requests at once one sends a mail', async () => {
  const resident = await world.resident()
  await world.clock.shift(MINUTE + 1_000)
  const sent = await Promise.all(Array.from({ length: 8 }, () => resend(resident)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(429)])
  expect(await mailsTo(resident.user.email)).toHaveLength(2)
})

test('resending the mail requires a session', async () => {
  const answer = await world.person().http('/api/user/resend-verification', { method: 'POST', body: {} })
  expect(answer.status).toBe(401)
})

test('a sixth registration of an address within a day sends no mail', async () => {
  const email = `${freshName()}@example.org`
  const owner = world.person()
  const signUp = () => {
    const form = { firstName: 'Ada', lastName: 'Reed', username: freshName(), email }
    const body = { ...form, password: 'Correct-Horse-1', confirmPassword: 'Correct-Horse-1' }
    return owner.http('/api/register', { method: 'POST', body })
  }
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await signUp()).status).toBe(201)
    await reject(await mailedToken(world, email))
  }
  expect((await signUp()).status).toBe(201)
  expect(await mailsTo(email)).toHaveLength(5)
  expect((await resend(owner)).status).toBe(429)
  await world.clock.shift(DAY_MS + MINUTE)
  expect((await resend(owner)).status).toBe(200)
  expect(await mailsTo(email)).toHaveLength(6)
  expect((await verify(await mailedToken(world, email))).status).toBe(200)
})

test('mails of accounts that are deleted count too', async () => {
  const email = `${freshName()}@example.org`
  const mailed: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const owner = world.person()
    const names = { firstName: 'Ada', lastName: 'Reed', username: freshName(), email }
    const body = { ...names, password: PASSWORD, confirmPassword: PASSWORD }
    expect((await owner.http('/api/register', { method: 'POST', body })).status).toBe(201)
    mailed.push((await mailsTo(email)).length)
    expect((await owner.http('/api/user', { method: 'DELETE', body: { password: PASSWORD } })).status).toBe(204)
    const holders = () => world.postgres('auth', 'SELECT 1 FROM users WHERE email_key = $1', [email])
    await eventually('the address to be free', async () => (await holders()).length === 0)
  }
  expect(mailed).toEqual([1, 1, 1, 1, 1, 0, 0])
  expect(JSON.stringify(await world.postgres('auth', 'SELECT * FROM mailed_addresses'))).not.toContain(email)
})

test('the daily limit ignores the letter case of an address', async () => {
  const name = freshName()
  const spelling = (round: number) => `${name.slice(0, round)}${name.slice(round).toUpperCase()}@example.org`
  for (let sent = 0; sent < 6; sent += 1) {
    const email = spelling(sent)
    await register(world, freshName(), { email })
    await reject(await mailedToken(world, email))
  }
  const all = await world.rpc('auth.dev_mails', {})
  expect(all.filter(({ to }) => to.toLowerCase() === spelling(0).toLowerCase())).toHaveLength(5)
})

test('the end of a session is announced 14 days before', async () => {
  const { user, session } = await register(world)
  const endsAt = async () => {
    const { identity } = await world.rpc('auth.resolve_session', { token: session })
    return identity ? (await world.rpc('auth.user', {}, { resident: identity })).sessionEndsAt : 'signed out'
  }
  expect(await endsAt()).toBeUndefined()
  for (let days = 0; days < 350; days += 50) {
    await world.clock.shift(50 * DAY_MS)
    expect(await endsAt()).toBeUndefined()
  }
  await world.clock.shift(1.5 * DAY_MS)
  const end = Date.parse((await endsAt()) ?? '')
  expect(end - Date.parse(user.createdAt)).toBeGreaterThanOrEqual(365 * DAY_MS - 1_000)
  expect(end - Date.parse(user.createdAt)).toBeLessThanOrEqual(365 * DAY_MS + 1_000)
  await world.clock.shift(14 * DAY_MS)
  expect(await endsAt()).toBe('signed out')
})
