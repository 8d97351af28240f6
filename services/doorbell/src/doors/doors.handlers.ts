/** Doors (decisions 1-3, 31). */
import { AppError } from '#kit/app-error.ts'
import { BodyMemory } from '#kit/body-memory.ts'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { readBody } from '#kit/read-body.ts'
import { sendStream } from '#kit/send-stream.ts'
import type { Door as DoorView, PublicDoor } from '#proto/doors.ts'
import { SOUND_BYTES } from '#proto/limits.ts'
import { presentActivity } from '../core/views.ts'
import { type TestRingDeps, testRing } from '../rings/test-ring.ts'
import { type ClosedDoorDeps, closedDoorError } from './closed-door-error.ts'
import { type Door, daysKept, ensureDoor, readShortCode } from './doors.ts'
import { addDoor, changeDoor, doorOf, removeDoor, rotateDoor } from './manage-doors.ts'
import { isOpen } from './opening-hours.ts'
import { findDoorForSound, type SoundDeps, soundUrl, storeSound } from './store-sound.ts'

/** Few residents upload a sound at the same time. */
const HELD_BYTES = 20 * SOUND_BYTES

/** @param qrCodeId of the request: an old sign must not reveal the new code */
function forVisitors(door: Door, qrCodeId: string, now: Date): PublicDoor {
  const { label, building } = door
  return {
    qrCodeId,
    label,
    building: building && hasContent(building) ? { ...building, openNow: isOpen(building, now) } : null,
    keptDays: daysKept(door),
  }
}

const hasContent = ({ phone, floors, hours }: NonNullable<Door['building']>) => phone !== null || floors.length > 0 || hours !== null

function forOwner(door: Door): DoorView {
  const { id, label, qrCodeId, shortCode, enabled, primary, building, sound } = door
  return {
    id,
    label,
    qrCodeId,
    shortCode,
    enabled,
    primary,
    paused: !primary && !(door.premium && door.manyCodes),
    createdAt: door.createdAt.toISOString(),
    rotatedAt: door.rotatedAt?.toISOString() ?? null,
    graceUntil: door.graceUntil?.toISOString() ?? null,
    building,
    sound,
    hasCustomSound: door.soundFile !== null,
    soundUrl: soundUrl(door),
  }
}

type DoorOperation =
  | 'test_ring'
  | 'public_door'
  | 'find_code'
  | 'doors'
  | 'open_door'
  | 'add_door'
  | 'change_door'
  | 'rotate_door'
  | 'remove_door'

export function doors(
  deps: SoundDeps & ClosedDoorDeps & TestRingDeps & { readonly isDeleted: (userId: number) => Promise<boolean> },
): SomeHandlersOf<'doorbell', DoorOperation> {
  const now = () => deps.clock.now()
  return {
    public_door: async ({ input: { qrCodeId } }) => {
      const door = await deps.doors.byQrCode(qrCodeId, now())
      if (!door) throw await closedDoorError(deps, qrCodeId)
      return forVisitors(door, qrCodeId, now())
    },
    find_code: async ({ input }) => {
      const found = await deps.doors.byShortCode(readShortCode(input.code), now())
      if (!found) throw new AppError('door_inactive')
      return forVisitors(found.door, found.qrCodeId, now())
    },
    doors: async ({ caller }) => (await deps.doors.ofOwner(residentOf(caller).userId, now())).map(forOwner),
    open_door: async ({ input }) => {
      // A registration that repeats itself may outlive its account.
      if (await deps.isDeleted(input.userId)) throw new AppError('not_found')
      return { doorId: (await ensureDoor(deps.doors, input, now())).id }
    },
    add_door: async ({ input, caller }) => forOwner(await addDoor(deps, residentOf(caller).userId, input.label)),
    change_door: async ({ input: { id, ...change }, caller }) => forOwner(await changeDoor(deps, residentOf(caller).userId, id, change)),
    rotate_door: async ({ input, caller }) => forOwner(await rotateDoor(deps, residentOf(caller).userId, input.id, input.graceHours)),
    test_ring: async ({ input, caller }) => {
      const request = { key: caller.idempotencyKey ?? caller.requestId, address: caller.address, deviceId: input.deviceId }
      return presentActivity(await testRing(deps, residentOf(caller).userId, input.id, request), now())
    },
    remove_door: async ({ input, caller }) => {
      const soundFile = await removeDoor(deps, residentOf(caller).userId, input.id)
      if (soundFile) await deps.soundFiles.drop(soundFile)
      return {}
    },
  }
}

export function sounds(deps: SoundDeps): Pick<BytesHandlersOf<'doorbell'>, 'put_sound' | 'sound'> {
  const memory = new BodyMemory(HELD_BYTES)
  return {
    put_sound: async ({ input, caller, request, response }) => {
      const { userId } = residentOf(caller)
      const door = await findDoorForSound(deps, userId, input.id)
      if (!/^audio\/(mpeg|mp3)\b/.test(request.headers['content-type'] ?? '')) throw new AppError('media_type')
      await memory.hold(`user ${userId}`, async (held) => storeSound(deps, door, await readBody(request, SOUND_BYTES, 'too_large', held)))
      response.writeHead(204).end()
    },
    sound: async ({ input, caller, response }) => {
      const { soundFile } = await doorOf(deps, residentOf(caller).userId, input.id)
      const file = soundFile ? await deps.soundFiles.open(soundFile) : undefined
      if (!file) throw new AppError('not_found')
      // The URL names the upload (`v`), so a new sound has a new URL.
      response.writeHead(200, {
        'content-type': 'audio/mpeg',
        'content-length': file.size,
        'content-disposition': 'inline; filename="sound.mp3"',
        'cache-control': 'private, max-age=86400',
      })
      await sendStream(file.stream, response)
    },
  }
}
