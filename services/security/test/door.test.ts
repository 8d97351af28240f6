import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD, Person } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { BLOCK_LIFE } from '../src/domain/record-attempt.ts'

const AFTER = 8
let world: Stack
beforeAll(async () => {
  world = await startStack({
    services: ['auth', 'doorbell', 'security', 'gateway'],
    envOf: { security: { LOGIN_BLOCK_AFTER: String(AFTER) } },
  })
}, 60_000)
afterAll(() => world.stop())

const login = (person: Person, username: string, password: string) =>
  person.http('/api/login', { method: 'POST', body: { username, password } })

async function failUntilBlocked(person: Person, username: string): Promise<number> {
  for (let tried = 0; tried < AFTER; tried += 1) expect((await login(person, username, 'wrong')).status).toBe(401)
  return eventually('the address to be refused', async () => {
    // Another name: asked again and again, the account itself would be throttled.
    const { status } = await login(person, 'nobody', 'wrong')
    return status === 403 ? status : null
  })
}

test('a blocked address is refused at log-in and registration, with the right password too [X-blocked]', async () => {
  const resident = await world.resident()
  const attacker = world.person()
  expect(await failUntilBlocked(attacker, resident.user.username)).toBe(403)
  const right = await login(attacker, resident.user.username, PASSWORD)
  expect([right.status, right.body]).toEqual([403, expect.objectContaining({ code: 'address_blocked' })])
  // It says when the block ends by itself.
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

test('from a blocked address an open session goes on, and the browser that signed in before signs in', async () => {
  const resident = await world.resident()
  const neighbour = new Person(world.url, resident.client.address)
  await failUntilBlocked(neighbour, resident.user.username)
  expect((await resident.http('/api/user')).status).toBe(200)
  expect((await resident.http('/api/logout', { method: 'POST', body: {} })).status).toBe(200)
  expect((await resident.http('/api/user')).status).toBe(401)
  expect((await login(resident, resident.user.username, PASSWORD)).status).toBe(200)
  await neighbour.leave()
})

test('an emptied Redis lets nobody in', async () => {
  const resident = await world.resident()
  const attacker = world.person()
  await failUntilBlocked(attacker, resident.user.username)
  await world.redis.flushall()
  expect((await login(attacker, resident.user.username, PASSWORD)).status).toBe(403)
})
