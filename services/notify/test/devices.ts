/** What notify's tests share: a product whose push service is the test's own, and devices whose pushes the test decrypts. */
import sharp from 'sharp'
import { PushPayload } from '#proto/push.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { PushService } from '#scripts/testing/push/push-service.ts'
import { type Stack, type StackOptions, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

export type PushWorld = { readonly world: Stack; readonly push: PushService; stop(): Promise<void> }
export type TestDevice = { readonly id: string; readonly endpoint: string }

const SERVICES = ['auth', 'doorbell', 'billing', 'security', 'notify', 'gateway'] as const

export async function startPushWorld(options: StackOptions = {}): Promise<PushWorld> {
  let world: Stack | undefined
  const push = await PushService.start({ now: () => world?.now() ?? Date.now() })
  const env = { PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: push.certificate.caFile }
  world = await startStack({ services: SERVICES, ...options, envOf: { ...options.envOf, notify: { ...env, ...options.envOf?.notify } } })
  const started = world
  return {
    world: started,
    push,
    stop: async () => {
      await started.stop()
      await push.stop()
    },
  }
}

/** The present device of this resident, at the test's push service. */
export async function addDevice({ push }: PushWorld, resident: Resident, language: 'en' | 'de' = 'en'): Promise<TestDevice> {
  const { publicKey } = await resident.call('notify.push_key', {})
  const { endpoint, keys } = push.createSubscription(publicKey)
  const { id } = await resident.call('notify.put_push', { endpoint, keys, permission: 'granted', language })
  return { id, endpoint }
}

/** An account with so many devices, the first one's session being that of `resident`. */
export async function householdWith(world: PushWorld, count: number) {
  const resident = await world.world.resident()
  const device = await addDevice(world, resident)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => resident.anotherDevice()))
  const devices = [device, ...(await Promise.all(others.map((other) => addDevice(world, other))))]
  return { resident, others, devices, device }
}

/** The pushes to a device, parsed as its worker parses them. */
export const allPushesTo = ({ push }: PushWorld, { endpoint }: TestDevice) =>
  push.requestsTo(endpoint).map((request) => ({ ...request, ...PushPayload.parse(JSON.parse(request.plaintext ?? 'null')) }))

/** Pushes about rings: the registration of a further device is pushed to the others too. */
export const pushesTo = (world: PushWorld, device: TestDevice) =>
  allPushesTo(world, device).filter(({ app_data }) => app_data.kind === 'ring' || app_data.kind === 'ended')

/** Waits for the push about rings with this number, from 1 on. */
export const nextPush = (world: PushWorld, device: TestDevice, number = 1) =>
  eventually(`push ${number}`, () => pushesTo(world, device)[number - 1])

/** As the visitor's page sends it with the ring. */
export async function visitorPhoto(): Promise<string> {
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** The device's worker reports. */
export const report = ({ world }: PushWorld, token: string, event: 'shown' | 'clicked' | 'closed' = 'shown') =>
  world.person().call('notify.push_report', { token, event })
