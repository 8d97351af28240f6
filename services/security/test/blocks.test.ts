import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { jetstream } from '@nats-io/jetstream'
import type { EventEnvelope } from '#proto/events.ts'
import { subjects } from '#proto/subjects.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const MINUTE = 60_000
const AFTER = 5
let world: Stack
let used = 0
beforeAll(async () => {
  const security = { LOGIN_BLOCK_AFTER: String(AFTER), TRUSTED_PROXIES: '127.88.0.0/16' }
  world = await startStack({ services: ['security'], envOf: { security } })
})
afterAll(() => world.stop())

const freshAddress = () => `127.99.0.${used++}`
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** Auth's event. This process's clock is not shifted; `ahead` is the shift of the world's clock. */
function failure(
  address: string,
  fields: Partial<EventEnvelope<'auth.login_failed'>['data']> = {},
  ahead = 0,
): EventEnvelope<'auth.login_failed'> {
  return {
    id: randomUUID(),
    name: 'auth.login_failed',
    at: new Date(Date.now() + ahead).toISOString(),
    data: { userId: 7, username: '', address, userAgent: CHROME, deviceKnown: false, ...fields },
  }
}
const publish = (event: EventEnvelope) => jetstream(world.bus.connection).publish(subjects.event(event.name, 0), JSON.stringify(event))
const rowsOf = (address: string) => world.postgres('security', 'SELECT * FROM login_attempts WHERE ip_address = $1', [address])
const blocked = async (address: string) => (await world.rpc('security.check_address', { address })).blocked
const blockKey = (address: string) => world.redis.get(`block:login:${address}`)

async function fail(address: string, times: number, fields: Parameters<typeof failure>[1] = {}, ahead = 0): Promise<void> {
  const before = (await rowsOf(address)).length
  for (let time = 0; time < times; time += 1) await publish(failure(address, fields, ahead))
  await eventually('the attempts to be recorded', async () => (await rowsOf(address)).length === before + times)
}

test('a name that an older auth sends is not stored', async () => {
  const address = freshAddress()
  await publish(failure(address, { username: 'robin' }))
  const [row] = await eventually('the attempt', async () => {
    const found = await rowsOf(address)
    return found.length ? found : null
  })
  expect(JSON.stringify(row)).not.toContain('robin')
})

test('an attempt is recorded once, however often its event arrives', async () => {
  const address = freshAddress()
  const event = failure(address)
  for (const _ of [1, 2, 3]) await publish(event)
  await publish({ ...event, id: randomUUID(), name: 'auth.login_succeeded', data: { ...event.data, userId: 7, deviceKnown: true } })
  await eventually('both attempts', async () => (await rowsOf(address)).length === 2)
  const [first] = await rowsOf(address)
  expect(first).toMatchObject({
    user_id: 7,
    username: '',
    name_hash: null,
    device_type: 'desktop',
    browser: 'Chrome',
    location: 'Unknown',
    success: false,
  })
})

// covers: X-blocked
test('enough failures block the address and alert the owners', async () => {
  const address = freshAddress()
  const events: string[] = []
  const subscription = world.bus.subscribe(subjects.event('security.address_blocked', 0), (body) => events.push(body))
  await world.bus.flush()
  await fail(address, AFTER - 2)
  await fail(address, 1, { userId: 8 })
  expect(await blocked(address)).toBe(false)
  await fail(address, 1, { userId: null })
  await eventually('the block', () => blocked(address))
  const end = Number(await eventually('the key', () => blockKey(address)))
  expect(end).toBeGreaterThan(Date.now() + 14 * MINUTE)
  expect(await world.redis.exists('block:epoch')).toBe(1)
  const alerts = await world.postgres(
    'security',
    'SELECT user_id, alert_type FROM security_alerts WHERE ip_address = $1 ORDER BY user_id',
    [address],
  )
  expect(alerts).toEqual([7, 8].map((user_id) => ({ user_id, alert_type: 'automatic_ip_block' })))
  await eventually('the event', () => events.some((body) => body.includes(`"address":"${address}"`)))
  subscription.stop()
  expect((await world.rpc('security.blocks', {})).blocks.map((block) => block.address)).toContain(address)
})

test('a known device, a proxy and an unknown peer are never blocked @all', async () => {
  const address = freshAddress()
  await fail(address, AFTER * 2, { deviceKnown: true })
  await fail('127.88.1.1', AFTER * 2)
  await fail('unknown', AFTER * 2)
  for (const one of [address, '127.88.1.1', 'unknown']) expect(await blocked(one)).toBe(false)
})

// covers: X-blocked
test('failures count for fifteen minutes', async () => {
  const address = freshAddress()
  await fail(address, AFTER - 1, {}, -15 * MINUTE - 1_000)
  await fail(address, 1)
  expect(await blocked(address)).toBe(false)
  await fail(address, AFTER - 1)
  await eventually('the block', () => blocked(address))
})

test('the failures behind a lifted block no longer count', async () => {
  const address = freshAddress()
  await fail(address, AFTER)
  await eventually('the key', () => blockKey(address))
  expect(await world.rpc('security.unblock', { address, by: 'operator' })).toEqual({ lifted: true })
  expect(await world.rpc('security.unblock', { address, by: 'operator' })).toEqual({ lifted: false })
  expect(await blockKey(address)).toBeNull()
  await fail(address, AFTER - 1)
  expect(await blocked(address)).toBe(false)
  await fail(address, 1)
  await eventually('the second block', () => blocked(address))
})

// covers: N-block
test('an emptied Redis is refreshed by a gateway’s request and on reconnect', async () => {
  const address = freshAddress()
  await fail(address, AFTER)
  const end = await eventually('the key', () => blockKey(address))
  await world.redis.flushall()
  await world.rpc('security.blocks', {})
  expect(await blockKey(address)).toBe(end)
  const epoch = await world.redis.get('block:epoch')
  await world.redis.set('block:login:127.99.9.9', '0')
  await world.servers.redis.kill()
  await expect(blocked(address)).resolves.toBe(true)
  await world.servers.redis.resume()
  await eventually('a new epoch', async () => (await world.redis.get('block:epoch')) !== epoch && world.redis.exists('block:epoch'), 15_000)
  expect(await blockKey(address)).toBe(end)
  expect(await blockKey('127.99.9.9')).toBeNull()
})

test('a block made while Redis is away reaches Redis afterwards', async () => {
  const address = freshAddress()
  await world.servers.redis.kill()
  await fail(address, AFTER)
  await eventually('the block', () => blocked(address))
  await world.servers.redis.resume()
  await eventually('the key', () => blockKey(address), 15_000)
})

test('a block ends after 15 minutes', async () => {
  const address = freshAddress()
  await fail(address, AFTER)
  await eventually('the block', () => blocked(address))
  await world.clock.shift(15 * MINUTE + 1_000)
  expect(await blocked(address)).toBe(false)
  await world.rpc('security.blocks', {})
  expect(await blockKey(address)).toBeNull()
  // Events that arrive after their block would have ended cause no block.
  await fail(address, AFTER)
  expect(await blocked(address)).toBe(false)
  await fail(address, AFTER, {}, 15 * MINUTE + 1_000)
  await eventually('a new block', () => blocked(address))
})
