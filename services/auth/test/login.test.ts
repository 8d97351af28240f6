import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hash as hashOf } from '@node-rs/argon2'
import { EVENTS } from '#proto/events.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { ask, freshAddress, freshName, LENGTHENED, lengthenLimit, PASSWORD, register, residentOf } from './person.ts'

const MINUTE = 60_000
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

// covers: C-login-wrong credentials_wrong
test('an unknown user and a wrong password get the same response', async () => {
  const { user } = await register(world)
  const address = freshAddress()
  const answers: unknown[] = []
  for (const username of [user.username, freshName()])
    answers.push(await ask(world, 'auth.login', { username, password: 'wrong' }, { address }).catch((error: unknown) => error))
  expect(answers).toEqual([answers[1], answers[1]])
  expect(answers[0]).toMatchObject({ code: 'credentials_wrong', message: 'Invalid username or password' })
})

// covers: auth.login
test('the right password signs in and keeps a known device cookie', async () => {
  const { user, device } = await register(world)
  const known = await ask(world, 'auth.login', { username: ` ${user.username.toUpperCase()} `, password: PASSWORD }, { device })
  expect(known.output).toEqual(user)
  expect(known.cookies?.device?.token).toBe(device)
  const invented = await ask(world, 'auth.login', { username: user.username, password: PASSWORD }, { device: 'invented-by-a-client' })
  expect(invented.cookies?.device?.token).not.toBe('invented-by-a-client')
})

test('the email address signs in as the username does, in any spelling', async () => {
  const name = freshName()
  const { user } = await register(world, name, { email: `${name}@xn--mller-kva.example` })
  for (const username of [user.email.toUpperCase(), `${name}@müller.example`, ` ${name}＠mu\u0308ller.example`])
    expect((await ask(world, 'auth.login', { username, password: PASSWORD })).output).toEqual(user)
})

test('an older username that is another account’s address signs in by its own address alone', async () => {
  const [old, other] = [await register(world), await register(world, freshName(), {})]
  await world.postgres('auth', 'UPDATE users SET username = $1::text, username_key = $1::text WHERE id = $2', [
    other.user.email,
    old.user.id,
  ])
  const login = async (username: string, password: string) => (await ask(world, 'auth.login', { username, password })).output.id
  const changed = 'Another-Horse-2'
  const resident = await residentOf(world, old.session)
  await ask(world, 'auth.change_password', { currentPassword: PASSWORD, newPassword: changed, confirmPassword: changed }, { resident })
  expect(await login(other.user.email, PASSWORD)).toBe(other.user.id)
  await expect(login(other.user.email, changed)).rejects.toMatchObject({ code: 'credentials_wrong' })
  expect(await login(old.user.email, changed)).toBe(old.user.id)
})

test('alternating between username and address gets no more guesses', async () => {
  const { user } = await register(world)
  const guess = (username: string) =>
    ask(world, 'auth.login', { username, password: 'wrong' }).catch((error: unknown) => (error as { code?: unknown }).code)
  const results: unknown[] = []
  for (let round = 0; round < 6; round += 1) results.push(await guess(user.username), await guess(user.email))
  expect(results).toEqual([...Array(10).fill('credentials_wrong'), 'limited', 'limited'])
})

test('an old hash of a password as it was typed is replaced, at sign-in and when it is entered again', async () => {
  const typed = 'Hällo-Wörld-42'.normalize('NFD')
  const { user, session } = await register(world)
  const setOld = async () => world.postgres('auth', 'UPDATE users SET password_hash = $1 WHERE id = $2', [await hashOf(typed), user.id])
  const login = (password: string) => ask(world, 'auth.login', { username: user.username, password })
  await setOld()
  expect((await login(typed)).output.id).toBe(user.id)
  expect((await login(typed.normalize('NFC'))).output.id).toBe(user.id)
  await setOld()
  const change = { currentPassword: typed, newPassword: 'Another-Wörld-42', confirmPassword: 'Another-Wörld-42'.normalize('NFD') }
  await ask(world, 'auth.change_password', change, { resident: await residentOf(world, session) })
  expect((await login('Another-Wörld-42')).output.id).toBe(user.id)
})

test('every attempt writes an event without the password or the typed name', async () => {
  const { user, device } = await register(world)
  const address = freshAddress()
  const nobody = freshName()
  await ask(world, 'auth.login', { username: user.username, password: 'Wrong-Word-1' }, { address, device }).catch(() => undefined)
  await ask(world, 'auth.login', { username: nobody, password: 'Wrong-Word-1' }, { address }).catch(() => undefined)
  await ask(world, 'auth.login', { username: user.username, password: PASSWORD }, { address })
  const rows = await world.postgres<{ name: string; data: Record<string, unknown> }>(
    'auth',
    "SELECT name, data FROM outbox WHERE data->>'address' = $1 ORDER BY at",
    [address],
  )
  expect(rows.map(({ name, data }) => [name, data.userId, data.deviceKnown, data.logged])).toEqual([
    ['auth.login_failed', user.id, true, true],
    ['auth.login_failed', null, false, true],
    ['auth.login_succeeded', user.id, false, true],
  ])
  for (const typed of ['Wrong-Word-1', user.username, nobody]) expect(JSON.stringify(rows)).not.toContain(typed)
  const hashes = rows.map(({ data }) => data.nameHash)
  expect(hashes).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/), undefined])
  expect(hashes[0]).not.toBe(hashes[1])
  expect(EVENTS['auth.login_failed'].safeParse(rows[0]?.data).success).toBe(true)
})

test('guessing from many addresses does not slow down a known device', async () => {
  const { user, device } = await register(world)
  const guess = () => ask(world, 'auth.login', { username: user.username, password: 'wrong' })
  for (let round = 0; round < 10; round += 1) await expect(guess()).rejects.toMatchObject({ code: 'credentials_wrong' })
  await lengthenLimit(world, user.username)
  await expect(guess()).rejects.toMatchObject({ code: 'limited' })
  const login = { username: user.username, password: PASSWORD }
  await expect(ask(world, 'auth.login', login)).rejects.toMatchObject({ code: 'limited' })
  expect((await ask(world, 'auth.login', login, { device })).output.id).toBe(user.id)
  await world.clock.shift(LENGTHENED + 2_000)
  expect((await ask(world, 'auth.login', login)).output.id).toBe(user.id)
  await world.clock.shift(16 * MINUTE)
  await expect(guess()).rejects.toMatchObject({ code: 'credentials_wrong' })
})

test('a known device that guesses too often counts as unknown', async () => {
  const { user, device } = await register(world)
  const address = freshAddress()
  const blocked = { address, device, addressBlocked: true }
  const wrong = { username: user.username, password: 'wrong' }
  for (let round = 0; round < 20; round += 1)
    await expect(ask(world, 'auth.login', wrong, blocked)).rejects.toMatchObject({ code: 'credentials_wrong' })
  await expect(ask(world, 'auth.login', { ...wrong, password: PASSWORD }, blocked)).rejects.toMatchObject({ code: 'address_blocked' })
  await world.clock.shift(16 * MINUTE)
  expect((await ask(world, 'auth.login', { ...wrong, password: PASSWORD }, blocked)).output.id).toBe(user.id)
})

test('from a blocked address only the account’s known device signs in', async () => {
  const { user, device } = await register(world)
  const stranger = await register(world)
  const login = { username: user.username, password: PASSWORD }
  for (const foreign of ['invented', stranger.device])
    await expect(ask(world, 'auth.login', login, { addressBlocked: true, device: foreign })).rejects.toMatchObject({
      code: 'address_blocked',
    })
  expect((await ask(world, 'auth.login', login, { addressBlocked: true, device })).output.id).toBe(user.id)
})
