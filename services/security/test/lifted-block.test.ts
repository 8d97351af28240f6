import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD, type Person, type Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { BLOCK_LIFE } from '../src/attempts/record-attempt.ts'

const AFTER = 6
let world: Stack
beforeAll(async () => {
  world = await startStack({
    services: ['auth', 'doorbell', 'security', 'gateway'],
    envOf: { security: { LOGIN_BLOCK_AFTER: String(AFTER) } },
  })
})
afterAll(() => world.stop())

const login = async (person: Person, username: string, password = PASSWORD) =>
  person.http('/api/login', { method: 'POST', body: { username, password } })
const blocksOf = (resident: Resident) => resident.call('security.blocked_addresses', {})

/** A browser without a log-in, at an address that is blocked after guessing at these accounts. */
async function blockedAfterGuessing(...owners: readonly Resident[]): Promise<Person> {
  const person = world.person()
  for (let tried = 0; tried < AFTER; tried += 1) await login(person, owners[tried % owners.length]?.user.username ?? 'nobody', 'wrong')
  await eventually('the address to be blocked', async () => (await login(person, 'nobody', 'wrong')).status === 403)
  return person
}
/** The owner lifts the only block. @returns when auth has handled the event */
async function lift(owner: Resident, person: Person): Promise<void> {
  const [block] = await blocksOf(owner)
  await owner.call('security.lift_block', { id: block?.id ?? 0 })
  await eventually('auth to learn of it', async () => {
    const rows = await world.postgres('auth', 'SELECT 1 FROM lifted_addresses WHERE user_id = $1 AND address = $2', [
      owner.user.id,
      person.client.address,
    ])
    return rows.length
  })
}

// covers: security.blocked_addresses security.lift_block
test('owners see the blocked addresses that tried their account, and nobody else’s', async () => {
  const [one, other, stranger] = [await world.resident(), await world.resident(), await world.resident()]
  const { client } = await blockedAfterGuessing(one, other)
  for (const owner of [one, other])
    expect(await blocksOf(owner)).toEqual([
      {
        id: expect.any(Number),
        ipAddress: client.address,
        reason: `${AFTER} failed log-ins within 15 minutes`,
        blockedAt: expect.any(String),
        expiresAt: expect.any(String),
        isAutomatic: true,
        lifted: false,
      },
    ])
  expect(await blocksOf(stranger)).toEqual([])
  const [block] = await blocksOf(one)
  await expect(stranger.call('security.lift_block', { id: block?.id ?? 0 })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect((await blocksOf(one))[0]?.lifted).toBe(false)
})

// covers: security.blocked_addresses security.lift_block
test('a lifted block lets the address try that account alone', async () => {
  const [owner, other] = [await world.resident(), await world.resident()]
  const person = await blockedAfterGuessing(owner, other)
  await lift(owner, person)
  await owner.call('security.lift_block', { id: (await blocksOf(owner))[0]?.id ?? 0 })
  expect((await blocksOf(owner))[0]?.lifted).toBe(true)
  expect((await blocksOf(other))[0]?.lifted).toBe(false)
  // The response reveals nothing about other accounts: an existing one and an invented one are refused alike.
  const refused = await Promise.all([
    login(person, other.user.username),
    login(person, other.user.username, 'wrong'),
    login(person, 'nobody'),
  ])
  expect(refused.map(({ status, body }) => [status, body])).toEqual(
    refused.map(() => [403, expect.objectContaining({ code: 'address_blocked' })]),
  )
  const form = {
    firstName: 'A',
    lastName: 'B',
    username: 'newcomer',
    email: 'newcomer@example.org',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  }
  expect((await person.http('/api/register', { method: 'POST', body: form })).status).toBe(403)
  expect((await login(person, owner.user.username, 'wrong')).status).toBe(401)
  expect((await login(person, owner.user.username)).status).toBe(200)
  const events = await world.postgres(
    'security',
    "SELECT 1 FROM outbox WHERE name = 'security.address_lifted' AND (data->>'userId')::int = $1",
    [owner.user.id],
  )
  expect(events).toHaveLength(1)
})

test('an emptied Redis keeps the lifting and the block @all', async () => {
  const owner = await world.resident()
  const person = await blockedAfterGuessing(owner)
  await lift(owner, person)
  await world.redis.flushall()
  expect((await login(person, 'nobody')).status).toBe(403)
  expect((await login(person, owner.user.username)).status).toBe(200)
})

test('an address whose earlier block was lifted is refused without auth @all', async () => {
  const person = await blockedAfterGuessing(await world.resident())
  await world.redis.set(`block:lifted:${person.client.address}`, String(Date.now() - 1))
  await world.kill('auth')
  expect((await login(person, 'nobody')).body).toMatchObject({ code: 'address_blocked' })
  await world.restart('auth')
})

test('until auth knows of the lifting the address stays refused @all', async () => {
  const owner = await world.resident()
  const person = await blockedAfterGuessing(owner)
  const key = `block:login:${person.client.address}`
  await world.redis.set(`block:lifted:${person.client.address}`, (await world.redis.get(key)) ?? '')
  expect((await login(person, owner.user.username)).status).toBe(403)
})

// covers: security.blocked_addresses security.lift_block
test('the operator’s unblock lifts it for everybody @all', async () => {
  const owner = await world.resident()
  const person = await blockedAfterGuessing(owner)
  await lift(owner, person)
  await world.rpc('security.unblock', { address: person.client.address, by: 'operator' })
  expect(await blocksOf(owner)).toEqual([])
  expect((await login(person, 'nobody')).status).toBe(401)
  await eventually('auth to forget the lifting', async () => {
    const rows = await world.postgres('auth', 'SELECT 1 FROM lifted_addresses WHERE address = $1', [person.client.address])
    return rows.length === 0
  })
})

// Last: it shifts the clock.
test('a new block of the same address is not lifted @all', async () => {
  const owner = await world.resident()
  const person = await blockedAfterGuessing(owner)
  await lift(owner, person)
  await world.clock.shift(BLOCK_LIFE + 60_000)
  expect(await blocksOf(owner)).toEqual([])
  for (let tried = 0; tried < AFTER; tried += 1) await login(person, owner.user.username, 'wrong')
  await eventually('the second block', async () => (await blocksOf(owner)).length === 1)
  expect((await blocksOf(owner))[0]?.lifted).toBe(false)
  expect((await login(person, owner.user.username)).status).toBe(403)
})
