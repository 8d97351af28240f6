import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { subjects } from '#proto/subjects.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually, inTime } from '#scripts/testing/wait.ts'
import { ask, freshName, PASSWORD, register } from './person.ts'

const BACK = 20_000
const NAMES = ['auth', 'security', 'billing'] as const
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: [...NAMES, 'doorbell'] })
})
afterAll(() => world.stop())

/** Drops and refuses connections to these services' databases alone, because other tests share the server. */
async function setPostgres(there: boolean): Promise<void> {
  const admin = new pg.Client({ connectionString: world.servers.postgres.url })
  await admin.connect()
  for (const name of NAMES) {
    const database = new URL(world.databaseUrl(name)).pathname.slice(1)
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(database)} ALLOW_CONNECTIONS ${there}`)
    if (!there) await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
  }
  await admin.end()
}

const readiness = async (name: (typeof NAMES)[number]) => {
  const answer = await fetch(`${world.service(name).http}/readyz`)
  return { status: answer.status, body: await answer.json() }
}

test('while Postgres is away services are not ready, and recover by themselves', async () => {
  const { user, session } = await register(world)
  await setPostgres(false)
  for (const name of NAMES) expect(await readiness(name)).toEqual({ status: 503, body: { status: 'not ready', failed: ['postgres'] } })
  const username = freshName()
  await expect(register(world, username)).rejects.toMatchObject({ code: expect.stringMatching(/internal|unavailable/) })
  await setPostgres(true)
  await eventually('auth to be ready', async () => (await readiness('auth')).status === 200, BACK)
  expect((await ask(world, 'auth.resolve_session', { token: session })).output.identity?.userId).toBe(user.id)
  expect((await register(world, username)).user.username).toBe(username)
})

// covers: N-outbox
test('events of a NATS outage are published once it is back', async () => {
  const { user } = await register(world)
  await world.servers.nats.kill()
  const address = '127.66.0.1'
  const login = () => ask(world, 'auth.login', { username: user.username, password: PASSWORD }, { address })
  await inTime('the refusal', expect(login()).rejects.toMatchObject({ code: 'unavailable' }), 2_000)
  await world.servers.nats.resume()
  await eventually('log-in to work again', login, BACK)
  const recorded = () => world.postgres('security', 'SELECT 1 FROM login_attempts WHERE ip_address = $1 AND success', [address])
  await eventually('security to record it', async () => (await recorded()).length > 0, BACK)
})

const doorsOf = (userId: number) => world.postgres('doorbell', 'SELECT 1 FROM doors WHERE owner_id = $1', [userId])

test('without doorbell registration responds after 3 s, and the door follows @all', async () => {
  const events: string[] = []
  const subscription = world.bus.subscribe(subjects.events('auth'), (body) => events.push(body))
  await world.bus.flush()
  await world.kill('doorbell')
  const started = performance.now()
  const { user, session } = await register(world)
  const waited = performance.now() - started
  expect(waited).toBeGreaterThan(2_000)
  expect(waited).toBeLessThan(4_500)
  expect((await ask(world, 'auth.resolve_session', { token: session })).output.identity?.userId).toBe(user.id)
  await eventually('the event', () => events.some((body) => body.includes(`"userId":${user.id},"qrCodeId":"${user.qrCodeId}"`)))
  await world.restart('doorbell')
  await eventually('the door', async () => (await doorsOf(user.id)).length === 1, 20_000)
  const unsent = () => world.postgres('auth', 'SELECT 1 FROM outbox WHERE sent_at IS NULL')
  await eventually('the outbox to be empty', async () => (await unsent()).length === 0)
  // Published by the job or after the registration, whichever comes first.
  expect(events.filter((body) => body.includes('"userId":0,'))).toEqual([])
  subscription.stop()
})

test('a hanging doorbell delays registration by at most 3 s @all', async () => {
  const pid = world.service('doorbell').pid
  if (!pid) throw new Error('the doorbell does not run')
  process.kill(pid, 'SIGSTOP')
  try {
    const started = performance.now()
    expect((await register(world)).user.id).toEqual(expect.any(Number))
    expect(performance.now() - started).toBeLessThan(4_500)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})
