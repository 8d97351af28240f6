import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { EVENTS } from '#proto/events.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { ask, freshAddress, freshName, PASSWORD, register } from './person.ts'

const MINUTE = 60_000
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
}, 180_000)
afterAll(() => world.close())

// covers: C-login-wrong
test('an unknown user and a wrong password get the same response', async () => {
  const { user } = await register(world)
  const address = freshAddress()
  const answers: unknown[] = []
  for (const username of [user.username, freshName()])
    answers.push(await ask(world, 'auth.login', { username, password: 'wrong' }, { address }).catch((error: unknown) => error))
  expect(answers).toEqual([answers[1], answers[1]])
  expect(answers[0]).toMatchObject({ code: 'credentials_wrong', message: 'Invalid username or password' })
})

// covers: C-login
test('the right password signs in and keeps a known device cookie', async () => {
  const { user, device } = await register(world)
  const known = await ask(world, 'auth.login', { username: ` ${user.username.toUpperCase()} `, password: PASSWORD }, { device })
  expect(known.output).toEqual(user)
  expect(known.cookies?.device?.token).toBe(device)
  const invented = await ask(world, 'auth.login', { username: user.username, password: PASSWORD }, { device: 'invented-by-a-client' })
  expect(invented.cookies?.device?.token).not.toBe('invented-by-a-client')
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
  const guess = () => ask(world, 'auth.login', { username: user.username, password: 'wrong' }).catch((error: unknown) => error)
  for (let round = 0; round < 10; round += 1) expect(await guess()).toMatchObject({ code: 'credentials_wrong' })
  expect(await guess()).toMatchObject({ code: 'limited', retryAfterSeconds: 1 })
  const login = { username: user.username, password: PASSWORD }
  await expect(ask(world, 'auth.login', login)).rejects.toMatchObject({ code: 'limited' })
  expect((await ask(world, 'auth.login', login, { device })).output.id).toBe(user.id)
  await world.clock.shift(2_000)
  expect((await ask(world, 'auth.login', login)).output.id).toBe(user.id)
  await world.clock.shift(16 * MINUTE)
  expect(await guess()).toMatchObject({ code: 'credentials_wrong' })
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
