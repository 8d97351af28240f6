/** A ring survives the end of a service that it does not depend on. What the pages show is tested in web/e2e. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ supervised: true })
})
afterAll(() => world.stop())

// covers: N-kill
test.each(['auth', 'billing', 'security', 'sfu'] as const)('a ring survives %s being killed while it rings', async (service) => {
  const resident = await world.resident()
  const home = await resident.socket()
  const visitor = world.visitor()
  const visit = await visitor.ring(resident, { visitorName: 'Marcus Bell' })
  const door = await visitor.socket(visit)
  await home.next('doorbell_ring')

  await world.kill(service)
  await world.running(service)
  expect(await visitor.visit(visit.id)).toMatchObject({ outcome: null })
  await resident.call('doorbell.handle', { id: visit.id, handledType: 'message' })
  await resident.call('doorbell.write_as_resident', { id: visit.id, message: 'Still here' })
  expect(await door.next('chat_message')).toMatchObject({ activityId: visit.id, message: 'Still here' })

  // On a slow machine the frame arrives twice: a ring that was processed late is published again.
  expect([...new Set(home.all('doorbell_ring').map(({ activityId }) => activityId))]).toEqual([visit.id])
  expect(door.all('chat_message')).toHaveLength(1)
  expect([home, door].map(({ closeCode }) => closeCode)).toEqual([undefined, undefined])
  const activities = await resident.activities()
  expect(activities).toHaveLength(1)
  expect(activities[0]).toMatchObject({ visitorName: 'Marcus Bell', outcome: 'answered_message' })
})
