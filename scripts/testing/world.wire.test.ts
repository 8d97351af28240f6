// @all: the test world itself, which every other file uses
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serverMode } from './servers.ts'
import type { Stack } from './stack.ts'
import { startStack } from './stack.ts'

let world: Stack

beforeAll(async () => {
  world = await startStack({ services: [] })
})
afterAll(() => world.stop())

test('the test stack has an answering Postgres, Redis and NATS', async () => {
  expect(['containers', 'embedded']).toContain(await serverMode())
  expect(await world.redis.ping()).toBe('PONG')
  await world.bus.flush()
  expect(world.databaseUrl('auth')).toMatch(/_auth$/)
})

test('calling a service that was not started fails as unavailable', async () => {
  await expect(world.rpc('billing.tier', { userId: 1 })).rejects.toMatchObject({ code: 'unavailable' })
})

test('two people have different addresses', () => {
  expect(world.visitor().client.address).not.toBe(world.visitor().client.address)
})

test('Redis returns on the same address after a kill', async () => {
  await world.servers.redis.kill()
  await world.servers.redis.resume()
  await expect(world.redis.ping()).resolves.toBe('PONG')
})
