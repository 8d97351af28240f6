/** What an owner does with doors (decisions 3, 20, 31). Plans are asked of billing, never read from the projection. */
import { randomBase62 } from '#kit/ids.ts'
import { invalidField, Refusal } from '#kit/refusal.ts'
import type { DoorSound } from '#proto/doors.ts'
import { DOORS_NEED_PREMIUM, SOUNDS_NEED_PREMIUM } from '#proto/errors.ts'
import { DOORS, FIELD } from '#proto/limits.ts'
import type { Door, DoorChange, Doors, NewDoor } from './doors.ts'
import type { Clock, Outbox, Tiers } from './ports.ts'
import type { PreferenceBook } from './preferences.ts'

/** The account's own code, which auth keeps. */
export interface Codes {
  /** Never throws: the event says it again. */
  keep(change: { readonly userId: number; readonly qrCodeId: string; readonly version: number }): Promise<void>
}
export type DoorDeps = {
  readonly codes: Codes
  readonly doors: Doors
  readonly clock: Clock
  readonly tiers: Tiers
  readonly outbox: Outbox
  readonly preferences: Pick<PreferenceBook, 'change'>
}

const HOUR = 3_600_000
/** 119 random bits meet once in more doors than there will be; a rival's retry costs nothing. */
const TRIES = 3

/** @throws Refusal not_found, also for what is somebody else's */
export async function doorOf({ doors, clock }: Pick<DoorDeps, 'doors' | 'clock'>, ownerId: number, id: number): Promise<Door> {
  const door = await doors.ofOwnerById(ownerId, id, clock.now())
  if (!door) throw new Refusal('not_found')
  return door
}

/** @throws Refusal subscription_required beyond the free plan's one door, doors_full */
export async function addDoor(deps: DoorDeps, ownerId: number, label: string): Promise<Door> {
  const { doors, clock, tiers } = deps
  const premium = await tiers.isPremium(ownerId)
  const fresh = (): NewDoor => ({ ownerId, label, qrCodeId: randomBase62(FIELD.qrCodeId), createdAt: clock.now() })
  const door = await untilUnique(doors, () => doors.add(fresh(), premium ? DOORS.premium : DOORS.free))
  if (door) return switchOn(deps, 'allowMultipleQRCodes', door)
  throw premium ? new Refusal('doors_full') : new Refusal('subscription_required', { message: DOORS_NEED_PREMIUM })
}

/** @throws Refusal not_found, subscription_required for another sound than the standard one */
export async function changeDoor(deps: DoorDeps, ownerId: number, id: number, change: DoorChange): Promise<Door> {
  const door = await doorOf(deps, ownerId, id)
  if (change.sound !== undefined) await checkSound(deps, door, change.sound)
  const changed = await deps.doors.change(id, change, deps.clock.now())
  return change.sound && change.sound !== 'standard' ? switchOn(deps, 'customDoorbell', changed) : changed
}

/** Whoever adds a door or chooses a sound wants it to ring: the switch that would silence it is turned on, and may be turned off again. */
export async function switchOn(deps: DoorDeps, name: 'allowMultipleQRCodes' | 'customDoorbell', door: Door): Promise<Door> {
  if (door.primary && name === 'allowMultipleQRCodes') return door
  await deps.preferences.change(door.ownerId, (now) => ({ ...now, switches: { ...now.switches, [name]: true } }))
  return doorOf(deps, door.ownerId, door.id)
}

async function checkSound({ tiers }: DoorDeps, door: Door, sound: DoorSound): Promise<void> {
  if (sound === 'standard' || sound === door.sound) return
  await needsPremiumForSounds(tiers, door.ownerId)
  if (sound === 'custom' && !door.soundFile) throw invalidField('sound', 'Please upload a sound first')
}

/** @throws Refusal subscription_required */
export async function needsPremiumForSounds(tiers: Tiers, ownerId: number): Promise<void> {
  if (!(await tiers.isPremium(ownerId))) throw new Refusal('subscription_required', { message: SOUNDS_NEED_PREMIUM })
}

/**
 * A live visit goes on under the code it was rung through. What rotated before lives no longer than this rotation allows: whoever gives no
 * grace means every sign that hangs anywhere.
 * @throws Refusal not_found
 */
export async function rotateDoor(deps: DoorDeps, ownerId: number, id: number, graceHours: number): Promise<Door> {
  const { doors, clock, outbox } = deps
  return untilUnique(doors, async () => {
    const door = await doorOf(deps, ownerId, id)
    const at = clock.now()
    const qrCodeId = randomBase62(FIELD.qrCodeId)
    const event = outbox.row('doorbell.door_rotated', {
      doorId: id,
      ownerId,
      qrCodeId,
      primary: door.primary,
      version: door.codeVersion + 1,
    })
    const rotated = await doors.rotate(door, { qrCodeId, at, graceUntil: new Date(at.getTime() + graceHours * HOUR), event })
    outbox.soon(event)
    if (door.primary) await deps.codes.keep({ userId: ownerId, qrCodeId, version: door.codeVersion + 1 })
    return rotated
  })
}

/** @throws Refusal not_found, door_primary: an account always has a door, and registration's stays it */
export async function removeDoor(deps: DoorDeps, ownerId: number, id: number): Promise<Door> {
  const door = await doorOf(deps, ownerId, id)
  if (door.primary) throw new Refusal('door_primary')
  await deps.doors.remove(id, deps.clock.now())
  return door
}

async function untilUnique<T>(doors: Doors, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES || !doors.isConflict(error)) throw error
    }
  }
}
