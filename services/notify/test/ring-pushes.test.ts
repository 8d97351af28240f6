import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PushPayload } from '#proto/push.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { PushService } from '#scripts/testing/push/push-service.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let push: PushService
let world: Stack
beforeAll(async () => {
  push = await PushService.start({ now: () => world.now() })
  const env = { PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: push.certificate.caFile }
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'notify', 'gateway'], envOf: { notify: env } })
}, 180_000)
afterAll(async () => {
  await world.stop()
  await push.stop()
})

/** A device of this resident, whose pushes the test decrypts. */
async function addDevice(resident: Resident) {
  const { publicKey } = await resident.call('notify.push_key', {})
  const { endpoint, keys } = push.createSubscription(publicKey)
  const device = await resident.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  return { id: device.id, endpoint }
}
const pushesTo = (endpoint: string) =>
  push.requestsTo(endpoint).map((request) => ({ ...request, payload: PushPayload.parse(JSON.parse(request.plaintext ?? '')) }))
const nextPush = (endpoint: string, count = 1) =>
  eventually(`push ${count}`, () => (pushesTo(endpoint).length >= count ? pushesTo(endpoint).at(count - 1) : undefined))

test('a ring is pushed to every device at once', async () => {
  const resident = await world.resident()
  const other = await resident.anotherDevice()
  const devices = [await addDevice(resident), await addDevice(other)]
  const ring = await world.visitor().ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  for (const { endpoint } of devices) {
    const { payload, ttl, urgency, topic, problem } = await nextPush(endpoint)
    expect({ problem, urgency, topic }).toEqual({ problem: undefined, urgency: 'high', topic: `r${String(ring.id).padStart(11, '0')}` })
    expect(ttl).toBeGreaterThan(40)
    expect(ttl).toBeLessThanOrEqual(45)
    expect(payload.notification).toMatchObject({ title: 'Ana Lima is at the door', body: 'A parcel', tag: `ring-${ring.id}` })
    expect(payload.app_data).toMatchObject({ activityId: ring.id, kind: 'ring' })
  }
})
