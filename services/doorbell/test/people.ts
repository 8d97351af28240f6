/** Callers as the gateway authenticates them: these tests call doorbell directly, over NATS and HTTP. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { CallOptions } from '#kit/bus.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame, ServerFrameOf } from '#proto/frames/server.ts'
import type { Input } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { nextNumber } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { World } from '#scripts/testing/world.ts'

/** Above the ids that auth gives to accounts. */
const NO_ACCOUNT = 1_000_000_000

export type Door = { readonly ownerId: number; readonly qrCodeId: string; readonly doorId: number }

/** A resident with a primary door. */
export async function openDoor(world: World, label = "Ada's door"): Promise<Door> {
  const ownerId = NO_ACCOUNT + nextNumber()
  const qrCodeId = randomBytes(10).toString('hex')
  const { doorId } = await world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId, label })
  return { ownerId, qrCodeId, doorId }
}

/** A resident with a real account, which billing knows; needs auth and billing in the world. */
export async function premiumDoor(world: World): Promise<Door> {
  const username = `premium-${nextNumber()}`
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

/** Places a ring and keeps the cookie of the answer, like a browser. */
export async function ring(world: World, door: Door, { key = randomUUID(), visits = [], address = '127.9.9.9', ...fields }: Fields = {}) {
  const caller = { requestId: 'test', userAgent: 'jest', address, idempotencyKey: key, ...visitorOf(...visits) } as Caller
  const input = { qrCodeId: door.qrCodeId, visitorName: 'Vera', message: 'Hello', ...fields }
  const options: CallOptions = { caller }
  const { output, cookies } = await world.bus.ask('doorbell.ring', input, options)
  return { visit: output, id: output.id, cookie: cookies?.visit, caller: visitorOf(output.id) }
}

/** Collects every frame on a live subject from now on. */
export async function listen(world: World, subject: string) {
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
export const residentFrames = (world: World, door: Pick<Door, 'ownerId'>) => listen(world, subjects.liveUser(door.ownerId))
export const visitorFrames = (world: World, activityId: number) => listen(world, subjects.liveVisit(activityId))
