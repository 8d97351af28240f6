/** Callers as the gateway would vouch for them: these tests speak to doorbell itself, over NATS and its own HTTP. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { CallOptions } from '#kit/bus.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame, ServerFrameOf } from '#proto/frames/server.ts'
import type { Input } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let people = 0

export type Door = { readonly ownerId: number; readonly qrCodeId: string; readonly doorId: number }

/** A resident with an open first door. */
export async function openDoor(world: Stack, label = "Ada's door"): Promise<Door> {
  people += 1
  const ownerId = 1_000 * (process.pid % 1_000_000) + people
  const qrCodeId = randomBytes(10).toString('hex')
  const { doorId } = await world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId, label })
  return { ownerId, qrCodeId, doorId }
}

/** A resident with a real account, for what billing must know of; needs auth and billing in the world. */
export async function premiumDoor(world: Stack): Promise<Door> {
  people += 1
  const username = `premium-${process.pid}-${people}`
  const password = 'Correct-Horse-1'
  const { id: ownerId, qrCodeId } = await world.rpc('auth.register', {
    firstName: 'Ada',
    lastName: 'Reed',
    email: `${username}@example.org`,
    username,
    password,
    confirmPassword: password,
    subscriptionTier: 'free',
  })
  await world.grantPremium(ownerId)
  const [door] = await world.rpc('doorbell.doors', {}, device({ ownerId }))
  return { ownerId, qrCodeId, doorId: door?.id ?? 0 }
}

export const device = (door: Pick<Door, 'ownerId'>, session = 'phone'): Partial<Caller> => ({
  resident: { userId: door.ownerId, session: `${session}-${door.ownerId}`, device: `Chrome on ${session}` },
})
export const visitorOf = (...activityIds: number[]): Partial<Caller> => ({ visits: activityIds.map((activityId) => ({ activityId })) })

type Fields = Partial<Input<'doorbell.ring'>> & { readonly key?: string; readonly visits?: readonly number[]; readonly address?: string }

/** Rings and keeps the answer's cookie, as a browser would. */
export async function ring(world: Stack, door: Door, { key = randomUUID(), visits = [], address = '127.9.9.9', ...fields }: Fields = {}) {
  const caller = { requestId: 'test', userAgent: 'jest', address, idempotencyKey: key, ...visitorOf(...visits) } as Caller
  const input = { qrCodeId: door.qrCodeId, visitorName: 'Vera', message: 'Hello', ...fields }
  const options: CallOptions = { caller }
  const { output, cookies } = await world.bus.ask('doorbell.ring', input, options)
  return { visit: output, id: output.id, cookie: cookies?.visit, caller: visitorOf(output.id) }
}

/** Every frame on a live subject from now on. */
export async function listen(world: Stack, subject: string) {
  const frames: ServerFrame[] = []
  world.bus.subscribe(subject, (body) => frames.push(JSON.parse(body) as ServerFrame))
  await world.bus.flush()
  return {
    frames,
    next: <T extends ServerFrame['type']>(type: T, where: (frame: ServerFrameOf<T>) => boolean = () => true) =>
      eventually(`a frame ${type}`, () =>
        frames.find((frame): frame is ServerFrameOf<T> => frame.type === type && where(frame as ServerFrameOf<T>)),
      ),
  }
}
export const residentFrames = (world: Stack, door: Pick<Door, 'ownerId'>) => listen(world, subjects.liveUser(door.ownerId))
export const visitorFrames = (world: Stack, activityId: number) => listen(world, subjects.liveVisit(activityId))
