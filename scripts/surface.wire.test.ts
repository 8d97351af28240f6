/** Public names outside the contract match docs/surface/observed.txt. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { jetstreamManager } from '@nats-io/jetstream'
import { EVENT_STREAM } from '#proto/subjects.ts'
import { recorded, unrecorded } from '#scripts/testing/observed.ts'
import type { Resident, Visitor } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
let resident: Resident
let visitor: Visitor
beforeAll(async () => {
  world = await sharedStack()
  resident = await world.resident({ premium: true })
  visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  const [home, door] = await Promise.all([resident.socket(), visitor.socket({ id })])
  home.send({ type: 'call_response', visitorId: id, accepted: true, communicationType: 'video' })
  await door.next('call_response')
})
afterAll(() => world.close())

test('JetStream consumers match the surface record', async () => {
  const manager = await jetstreamManager(world.bus.connection)
  const names: string[] = []
  for await (const { name } of manager.consumers.list(EVENT_STREAM)) names.push(name)
  expect(names.sort()).toEqual(recorded('consumer').sort())
})

test('Redis keys match the surface record', async () => {
  const keys = await world.redis.keys('*')
  expect(unrecorded('redis', keys)).toEqual([])
  expect(keys.length).toBeGreaterThan(5)
})

test('cookies match the surface record', () => {
  const names = [...resident.client.cookies.keys(), ...visitor.client.cookies.keys()]
  expect(unrecorded('cookie', names)).toEqual([])
  expect(names.length).toBeGreaterThan(3)
})
