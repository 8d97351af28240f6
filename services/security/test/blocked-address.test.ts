// @all: more cases of the block in blocks.test.ts
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { nextAddress, PASSWORD, Person } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { BLOCK_LIFE } from '../src/attempts/record-attempt.ts'

const AFTER = 8
let world: Stack
beforeAll(async () => {
  world = await startStack({
    services: ['auth', 'doorbell', 'security', 'gateway'],
    envOf: { security: { LOGIN_BLOCK_AFTER: String(AFTER) } },
  })
})
afterAll(() => world.stop())

const login = (person: Person, username: string, password: string) =>
  person.http('/api/login', { method: 'POST', body: { username, password } })

async function failUntilBlocked(person: Person, username: string): Promise<number> {
  for (let tried = 0; tried < AFTER; tried += 1) expect((await login(person, username, 'wrong')).status).toBe(401)
  return eventually('the address to be refused', async () => {
    // Another name, because repeated attempts would throttle the account itself.
    const { status } = await login(person, 'nobody', 'wrong')
    return status === 403 ? status : null
  })
}

// covers: X-blocked address_blocked
test('a blocked address can neither log in nor register', async () => {
  const resident = await world.resident()
  const attacker = world.person()
  expect(await failUntilBlocked(attacker, resident.user.username)).toBe(403)
  const right = await login(attacker, resident.user.username, PASSWORD)
  expect([right.status, right.body]).toEqual([403, expect.objectContaining({ code: 'address_blocked' })])
  // Retry-After is when the block ends.
  const seconds = Number(right.headers['retry-after'])
  expect(seconds).toBeGreaterThan(BLOCK_LIFE / 1000 - 60)
  expect(seconds).toBeLessThanOrEqual(BLOCK_LIFE / 1000)
  const form = {
    firstName: 'A',
    lastName: 'B',
    username: 'newcomer',
    email: 'newcomer@example.org',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  }
  expect((await attacker.http('/api/register', { method: 'POST', body: form })).status).toBe(403)
  const elsewhere = world.person()
  expect((await login(elsewhere, resident.user.username, PASSWORD)).status).toBe(200)
  await world.rpc('security.unblock', { address: attacker.client.address, by: 'operator' })
  expect((await login(attacker, resident.user.username, PASSWORD)).status).toBe(200)
})

test('a block spares open sessions and known browsers', async () => {
  const resident = await world.resident()
  const neighbour = new Person(world.url, resident.client.address)
  await failUntilBlocked(neighbour, resident.user.username)
  expect((await resident.http('/api/user')).status).toBe(200)
  expect((await resident.http('/api/logout', { method: 'POST', body: {} })).status).toBe(200)
  expect((await resident.http('/api/user')).status).toBe(401)
  expect((await login(resident, resident.user.username, PASSWORD)).status).toBe(200)
  await neighbour.leave()
})

// covers:
test('an emptied Redis lifts no block', async () => {
  const resident = await world.resident()
  const attacker = world.person()
  await failUntilBlocked(attacker, resident.user.username)
  await world.redis.flushall()
  expect((await login(attacker, resident.user.username, PASSWORD)).status).toBe(403)
})

test('attempts made while security was away count once it is back', async () => {
  const address = nextAddress()
  const guess = () => world.rpc('auth.login', { username: 'nobody', password: 'wrong' }, { address })
  const rows = () => world.postgres('security', 'SELECT event_id FROM login_attempts WHERE ip_address = $1', [address])
  await guess().catch(() => undefined)
  await eventually('the first attempt', async () => (await rows()).length === 1)
  await world.kill('security')
  for (let time = 1; time < AFTER; time += 1) await expect(guess()).rejects.toMatchObject({ code: 'credentials_wrong' })
  await world.restart('security')
  await eventually('the block', async () => (await world.rpc('security.check_address', { address })).blocked, 20_000)
  await eventually('the key', () => world.redis.get(`block:login:${address}`))
  expect(await rows()).toHaveLength(AFTER)
})
