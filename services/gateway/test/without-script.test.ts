import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

test('ringing again without script keeps the chosen chip', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const path = `/visitor/${resident.user.qrCodeId}`
  expect((await visitor.http(path, form({ action: 'ring', purpose: 'delivery' }))).status).toBe(303)
  const [first] = await resident.activities()
  const visitId = String(first?.id)
  await visitor.http(path, form({ action: 'cancel', visitId }))
  expect((await visitor.http(path, form({ action: 'again', visitId }))).status).toBe(303)
  const [second] = await resident.activities()
  expect(second?.id).not.toBe(first?.id)
  expect(second).toMatchObject({ visitorName: 'Delivery', message: 'Delivery at the door.', purpose: 'delivery' })
})
