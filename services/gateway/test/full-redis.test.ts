// @all: a server that is filled up
/** While clients have filled Redis, limits and blocks hold and a running call continues (record 0018). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { LIMITS } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const BLOCK_AFTER = 3
const HOUR = 3_600

let world: Stack
beforeAll(async () => {
  world = await startStack({ envOf: { security: { LOGIN_BLOCK_AFTER: String(BLOCK_AFTER) } } })
})
afterAll(() => world?.stop())

const figure = async (section: string, name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(await world.redis.info(section))?.[1])
const evicted = () => figure('stats', 'evicted_keys')

/** Keys like those of requests, with an expiry, until Redis evicts those that expire soonest: every minute's counter is among them. */
async function fillRedis(): Promise<void> {
  await world.redis.config('SET', 'maxmemory', (await figure('memory', 'used_memory')) + 4_000_000)
  const before = await evicted()
  let made = 0
  const fill = async () => {
    const pipeline = world.redis.pipeline()
    for (let key = made; key < made + 500; key += 1) pipeline.set(`limit:visit:address:${key}:0`, 'x'.repeat(1_000), 'EX', 2 * HOUR)
    made += 500
    await pipeline.exec()
    return (await world.redis.keys('limit:*:address:127.*')).length === 0
  }
  await eventually('every counter of a minute to be dropped', fill, 60_000)
  expect(await evicted()).toBeGreaterThan(before)
}

const statusOfLogin = async (who: { http: Resident['http'] }, username: string, password: string) =>
  (await who.http('/api/login', { method: 'POST', body: { username, password } })).status

/** A device prompt that is open counts as up: a call connects without a browser. */
async function comesUp(socket: TestSocket, activityId: number): Promise<void> {
  for (const request of [
    { op: 'join', mode: 'call' },
    { op: 'permission', state: 'asking' },
  ] as const) {
    const requestId = crypto.randomUUID()
    socket.send({ type: 'media_request', requestId, activityId, request })
    await socket.next('media_reply', (frame) => frame.requestId === requestId)
  }
}

test('limits, blocks and a running call hold while Redis is full', async () => {
  const owner = await world.resident({ premium: true })
  const callers = { resident: await owner.socket(), visitor: world.visitor() }
  await eventually(
    'calls to be ready',
    async () => {
      const [id] = await world.redis.smembers('sfu:nodes')
      return JSON.parse((await world.redis.get(`sfu:node:${id}`)) ?? '{"preparing":true}').preparing === false
    },
    60_000,
  )
  const visit = await callers.visitor.ring(owner)
  const visitor = await callers.visitor.socket(visit)
  callers.resident.send({ type: 'call_response', visitorId: visit.id, accepted: true, communicationType: 'video' })
  await callers.resident.next('call_state', ({ call }) => call.state === 'connecting')
  await Promise.all([comesUp(callers.resident, visit.id), comesUp(visitor, visit.id)])
  const connected = () => visitor.all('call_state').find((frame) => frame.call.state === 'connected')
  const { call } = await eventually('the call to be connected', connected)

  await world.clock.shift(60_000 - (Date.now() % 60_000))
  const [ringer, guesser, blocked] = [world.person(), world.person(), world.person()]
  const ring = async () => (await ringer.http(`/api/doorbell/ring/${owner.user.qrCodeId}`, { method: 'POST', body: {} })).status
  for (let tried = 0; tried < LIMITS.ring.max; tried += 1) expect(await ring()).toBe(400)
  for (let tried = 0; tried < LIMITS.login.max; tried += 1) await guesser.http('/api/login', { method: 'POST', body: {} })
  for (let tried = 0; tried < BLOCK_AFTER; tried += 1) await statusOfLogin(blocked, owner.user.username, 'Wrong-Password-1')
  await eventually('the address to be blocked', async () => (await statusOfLogin(blocked, owner.user.username, 'Wrong-Password-1')) === 403)

  await fillRedis()

  expect(await ring()).toBe(429)
  expect((await guesser.http('/api/login', { method: 'POST', body: {} })).status).toBe(429)
  expect(await statusOfLogin(blocked, owner.user.username, 'Wrong-Password-1')).toBe(403)
  expect(await world.redis.exists(`call:${visit.id}`)).toBe(1)
  const [node] = await world.redis.smembers('sfu:nodes')
  expect(await world.redis.exists(`sfu:node:${node}`)).toBe(1)
  visitor.send({ type: 'join_call', activityId: visit.id })
  const joined = await visitor.next('call_state', (frame) => frame.call.activityId === visit.id)
  expect(joined.call).toMatchObject({ state: 'connected', epoch: call.epoch, connectedAt: call.connectedAt })
  callers.resident.send({ type: 'call_response', visitorId: visit.id, accepted: false })
  await visitor.next('call_state', (frame) => frame.call.state === 'ended')
})
