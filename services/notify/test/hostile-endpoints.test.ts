import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Resident } from '#scripts/testing/people.ts'
import { HOSTILE_ENDPOINTS } from '#scripts/testing/push/hostile-endpoints.ts'
import { type PushWorld, startPushWorld } from './devices.ts'

let pushes: PushWorld
let resident: Resident
beforeAll(async () => {
  pushes = await startPushWorld()
  resident = await pushes.world.resident()
})
afterAll(() => pushes.stop())

const NO_POINT = `B${'A'.repeat(86)}`
test.each([
  ["the browser's", { p256dh: NO_POINT }, {}],
  ["the server's", {}, { publicKey: NO_POINT }],
])('%s key is refused where it is no point of the curve', async (_whose, ofBrowser, ofServer) => {
  const { endpoint, keys } = pushes.push.createSubscription()
  const input = { endpoint, keys: { ...keys, ...ofBrowser }, permission: 'granted', ...ofServer } as const
  await expect(resident.call('notify.put_push', input)).rejects.toMatchObject({
    status: 400,
    answer: { body: { details: { keys: expect.any(String) } } },
  })
})

// covers: C-push-hosts
test('every hostile endpoint is refused with the field named, and stored nowhere', async () => {
  expect(HOSTILE_ENDPOINTS.length).toBeGreaterThanOrEqual(40)
  const { keys } = pushes.push.createSubscription()
  for (const endpoint of HOSTILE_ENDPOINTS)
    await expect(resident.call('notify.put_push', { endpoint, keys, permission: 'granted' })).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      answer: { body: { details: { endpoint: expect.any(String) } } },
    })
  expect(await resident.call('notify.devices', {})).toEqual([])
  expect(pushes.push.connections).toBe(0)
})
