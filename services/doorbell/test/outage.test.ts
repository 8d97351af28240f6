import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, ring } from './people.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'], durable: true })
}, 60_000)
afterAll(() => world.stop())

test('a ring is on disk before the visitor hears of it: Postgres killed in the next moment has it still [S-ring] [X-unavailable]', async () => {
  const door = await openDoor(world)
  const rings = await Promise.all(Array.from({ length: 8 }, () => ring(world, door)))
  await world.servers.postgres.kill()
  const key = randomUUID()
  await expect(ring(world, door, { key })).rejects.toMatchObject({ code: 'unavailable' })
  await expect(world.rpc('doorbell.activities', { limit: 50 }, device(door))).rejects.toMatchObject({ code: 'unavailable' })
  expect((await fetch(`${world.part('doorbell').http}/readyz`)).status).toBe(503)
  await world.servers.postgres.resume()
  const again = await eventually('the same press to ring', () => ring(world, door, { key }), 20_000)
  const listed = await world.rpc('doorbell.activities', { limit: 50 }, device(door))
  expect(listed.map(({ id }) => id).sort()).toEqual([...rings.map(({ id }) => id), again.id].sort())
}, 60_000)
