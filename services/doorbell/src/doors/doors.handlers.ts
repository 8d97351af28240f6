/** Doors (docs/product/decisions.md, 1-3, 31). */
import { AppError } from '#kit/app-error.ts'
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import type { Door as DoorView, PublicDoor } from '#proto/doors.ts'
import { type Door, daysKept, ensureDoor, readShortCode } from './doors.ts'
import { addDoor, changeDoor, type DoorDeps, removeDoor, rotateDoor } from './manage-doors.ts'
import { isOpen } from './opening-hours.ts'
import { type SoundFiles, soundUrl } from './store-sound.ts'

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
  | 'public_door'
  | 'find_code'
  | 'doors'
  | 'open_door'
  | 'add_door'
  | 'change_door'
  | 'rotate_door'
  | 'remove_door'
  | 'has_doors'

export function doorHandlers(
  deps: DoorDeps & {
    readonly soundFiles: Pick<SoundFiles, 'drop'>
    readonly closedDoorError: (qrCodeId: string) => Promise<AppError>
    readonly isDeleted: (userId: number) => Promise<boolean>
  },
): SomeHandlersOf<'doorbell', DoorOperation> {
  const now = () => deps.clock.now()
  return {
    public_door: async ({ input: { qrCodeId } }) => {
      const door = await deps.doors.byQrCode(qrCodeId, now())
      if (!door) throw await deps.closedDoorError(qrCodeId)
      return forVisitors(door, qrCodeId, now())
    },
    has_doors: async ({ input }) => {
      const own = new Set((await deps.doors.ofOwner(input.ownerId, now())).map(({ id }) => id))
      return { all: input.doors.every((id) => own.has(id)) }
    },
    find_code: async ({ input }) => {
      const found = await deps.doors.byShortCode(readShortCode(input.code), now())
      if (!found) throw new AppError('door_inactive')
      return forVisitors(found.door, found.qrCodeId, now())
    },
    doors: async ({ caller }) => (await deps.doors.ofOwner(residentOf(caller).userId, now())).map(forOwner),
    open_door: async ({ input }) => {
      // A registration that is repeated may arrive after its account was deleted.
      if (await deps.isDeleted(input.userId)) throw new AppError('not_found')
      return { doorId: (await ensureDoor(deps.doors, input, now())).id }
    },
    add_door: async ({ input, caller }) => forOwner(await addDoor(deps, residentOf(caller).userId, input.label)),
    change_door: async ({ input: { id, ...change }, caller }) => forOwner(await changeDoor(deps, residentOf(caller).userId, id, change)),
    rotate_door: async ({ input, caller }) => forOwner(await rotateDoor(deps, residentOf(caller).userId, input.id, input.graceHours)),
    remove_door: async ({ input, caller }) => {
      const soundFile = await removeDoor(deps, residentOf(caller).userId, input.id)
      if (soundFile) await deps.soundFiles.drop(soundFile)
      return {}
    },
  }
}
