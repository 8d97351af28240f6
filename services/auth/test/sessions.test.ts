import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { subjects } from '#proto/subjects.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { ask, freshName, PASSWORD, register } from './person.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const identityOf = async (token: string) => (await ask(world, 'auth.resolve_session', { token })).output.identity

test('a session has a device description and a public id', async () => {
  const { session, user } = await register(world, freshName(), {}, { userAgent: CHROME })
  expect(await identityOf(session)).toEqual({ userId: user.id, session: expect.any(String), device: 'Chrome on Windows' })
  expect(await identityOf('of-nobody')).toBeNull()
})

// covers: S-log-out auth.logout
test('logging out ends the session at once and informs the gateways', async () => {
  const { session } = await register(world)
  const identity = await identityOf(session)
  const subjectsSeen: string[] = []
  const subscription = world.bus.subscribe(subjects.liveSessions, (_body, subject) => subjectsSeen.push(subject))
  await world.bus.flush()
  for (const _ of [1, 2]) expect((await ask(world, 'auth.logout', {}, { sessionToken: session })).cookies).toEqual({ session: null })
  await eventually('the gateways to be informed', () => subjectsSeen.includes(subjects.liveSession(identity?.session ?? '')), 1_000)
  subscription.stop()
  expect(await identityOf(session)).toBeNull()
  expect((await ask(world, 'auth.check_session', { session: identity?.session ?? '' })).output.alive).toBe(false)
  const events = await world.postgres('auth', "SELECT 1 FROM outbox WHERE name = 'auth.session_revoked' AND data->>'session' = $1", [
    identity?.session,
  ])
  expect(events).toHaveLength(1)
})

test('logging out with an unknown or missing cookie ends no session', async () => {
  const { session } = await register(world)
  await ask(world, 'auth.logout', {}, { sessionToken: 'of-nobody' })
  await ask(world, 'auth.logout', {})
  expect(await identityOf(session)).not.toBeNull()
})

test('signing in again ends the session of the sent cookie', async () => {
  const { user, session, device } = await register(world)
  const before = (await identityOf(session))?.session ?? ''
  const subjectsSeen: string[] = []
  const subscription = world.bus.subscribe(subjects.liveSession(before), (_body, subject) => subjectsSeen.push(subject))
  await world.bus.flush()
  const login = { username: user.username, password: PASSWORD }
  const { cookies } = await ask(world, 'auth.login', login, { device, sessionToken: session })
  expect(await identityOf(session)).toBeNull()
  expect((await identityOf(cookies?.session?.token ?? ''))?.userId).toBe(user.id)
  await eventually('the gateways to be informed', () => subjectsSeen.length > 0, 1_000)
  subscription.stop()
})

test('registering in a signed-in browser ends its session', async () => {
  const { session } = await register(world)
  const second = await register(world, freshName(), {}, { sessionToken: session })
  expect(await identityOf(session)).toBeNull()
  expect((await identityOf(second.session))?.userId).toBe(second.user.id)
})

test('a wrong password ends no session', async () => {
  const { user, session } = await register(world)
  const login = { username: user.username, password: 'wrong' }
  await expect(ask(world, 'auth.login', login, { sessionToken: session })).rejects.toMatchObject({ code: 'credentials_wrong' })
  expect(await identityOf(session)).not.toBeNull()
})

// covers: L-session
test('a session ends after 60 days without use, or after a year', async () => {
  const used = await register(world)
  const unused = await register(world)
  const usedId = (await identityOf(used.session))?.session ?? ''
  for (let days = 0; days < 351; days += 39) {
    await world.clock.shift(39 * DAY_MS)
    expect((await ask(world, 'auth.check_session', { session: usedId })).output.alive).toBe(true)
  }
  expect(await identityOf(unused.session)).toBeNull()
  expect(await identityOf(used.session)).not.toBeNull()
  await world.clock.shift(15 * DAY_MS)
  expect(await identityOf(used.session)).toBeNull()
})

// covers: L-session
test('every session that ends by time is announced before it is deleted', async () => {
  // More than the job ends in one run.
  const count = 250
  const { user } = await register(world)
  const copies = `INSERT INTO sessions
      (id, token_hash, user_id, device, device_type, browser, ip_address, user_agent, created_at, last_active)
    SELECT left(id, 18) || n, md5(id || n) || md5(n || id), user_id, device, device_type, browser, ip_address, user_agent, $2, $2
    FROM sessions, generate_series(1, $3::int) n WHERE user_id = $1`
  await world.postgres('auth', copies, [user.id, new Date(world.clock.now() - 61 * DAY_MS), count])
  const announced = () =>
    world.postgres('auth', "SELECT 1 FROM outbox WHERE name = 'auth.session_revoked' AND data->>'userId' = $1", [String(user.id)])
  await world.clock.shift(11 * 60_000)
  await eventually('every session to end', async () => {
    await world.clock.shift(60_000)
    return (await announced()).length >= count
  })
  expect(await announced()).toHaveLength(count)
})
