// @all: the outage of every server
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['sfu'], envOf: { sfu: { MEDIA_DRAIN_MS: '3600000' } } })
})
afterAll(() => world?.stop())

test('a node without calls stops soon when NATS and Redis are gone, however long it may wait for calls', async () => {
  await Promise.all([world.servers.nats.stop(), world.servers.redis.stop()])
  await world.service('sfu').end('SIGTERM', 20_000)
  expect(world.service('sfu').running).toBe(false)
})
