// @all: the outage of another service
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, ring } from './people.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'], durable: true })
})
afterAll(() => world.stop())

test('a service recovers when NATS comes back', async () => {
  const ready = async () => (await fetch(`${world.service('doorbell').http}/readyz`)).status
  expect(await ready()).toBe(200)
  await world.servers.nats.kill()
  await eventually('it to say so', async () => (await ready()) === 503)
  await world.servers.nats.resume()
  await eventually('it to be ready', async () => (await ready()) === 200, 15_000)
  const door = await eventually('the door', () => openDoor(world), 15_000)
  expect((await ring(world, door)).visit.outcome).toBeNull()
})

// covers: S-ring unavailable
test('an acknowledged ring survives an immediate kill of Postgres', async () => {
  const door = await openDoor(world)
  const rings = await Promise.all(Array.from({ length: 8 }, () => ring(world, door)))
  await world.servers.postgres.kill()
  const key = randomUUID()
  await expect(ring(world, door, { key })).rejects.toMatchObject({ code: 'unavailable' })
  await expect(world.rpc('doorbell.activities', { limit: 50 }, device(door))).rejects.toMatchObject({ code: 'unavailable' })
  expect((await fetch(`${world.service('doorbell').http}/readyz`)).status).toBe(503)
  await world.servers.postgres.resume()
  const again = await eventually('the same press to ring', () => ring(world, door, { key }), 20_000)
  const listed = await world.rpc('doorbell.activities', { limit: 50 }, device(door))
  expect(listed.map(({ id }) => id).sort()).toEqual([...rings.map(({ id }) => id), again.id].sort())
})
