/**
 * An owner's operations on doors (docs/product/decisions.md, 3, 20, 31). They read the plan from billing: the copy here may be out of date.
 */

import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { randomBase62 } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { DoorSound } from '#proto/doors.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { DOORS, FIELD } from '#proto/limits.ts'
import type { BillingClient } from '../core/billing.ts'
import type { LiveUpdates } from '../core/live-updates.ts'
import type { PreferenceStore } from '../notifications/preferences.ts'
import type { Door, DoorChange, Doors, NewDoor } from './doors.ts'

export interface AccountCodes {
  /** Sends auth the account's new code immediately. Never throws: the event repeats it. */
  updateCode(change: { readonly userId: number; readonly qrCodeId: string; readonly version: number }): Promise<void>
}
export type DoorDeps = {
  readonly auth: AccountCodes
  readonly doors: Doors
  readonly clock: Clock
  readonly billing: BillingClient
  readonly outbox: Outbox
  readonly preferences: Pick<PreferenceStore, 'change'>
  readonly live: Pick<LiveUpdates, 'toOwner'>
}

const HOUR = 3_600_000
/** A collision of 119 random bits is not expected; a retry costs nothing. */
const TRIES = 3

/** @throws AppError not_found, also for another owner's door */
export async function doorOf({ doors, clock }: Pick<DoorDeps, 'doors' | 'clock'>, ownerId: number, id: number): Promise<Door> {
  const door = await doors.ofOwnerById(ownerId, id, clock.now())
  if (!door) throw new AppError('not_found')
  return door
}

/** @throws AppError subscription_required beyond the free plan's one door, doors_full */
export async function addDoor(deps: DoorDeps, ownerId: number, label: string): Promise<Door> {
  const { doors, clock, billing, outbox } = deps
  const premium = await billing.isPremium(ownerId)
  const fresh = (): NewDoor => ({ ownerId, label, qrCodeId: randomBase62(FIELD.qrCodeId), createdAt: clock.now() })
  let event: EventEnvelope | undefined
  const eventOf = (doorId: number) => (event = outbox.row('doorbell.door_changed', { doorId, ownerId }))
  const door = await retryConflicts(doors, () => doors.add(fresh(), premium ? DOORS.premium : DOORS.free, eventOf))
  if (door && event) outbox.soon(event)
  if (door) return switchOn(deps, 'allowMultipleQRCodes', door)
  throw premium ? new AppError('doors_full') : new AppError('subscription_required.doors')
}

/** @throws AppError not_found, subscription_required for another sound than the standard one */
export async function changeDoor(deps: DoorDeps, ownerId: number, id: number, change: DoorChange): Promise<Door> {
  const door = await doorOf(deps, ownerId, id)
  if (change.sound !== undefined) await checkSound(deps, door, change.sound)
  const event = deps.outbox.row('doorbell.door_changed', { doorId: id, ownerId })
  const changed = await deps.doors.change(id, change, deps.clock.now(), event)
  deps.outbox.soon(event)
  return change.sound && change.sound !== 'standard' ? switchOn(deps, 'customDoorbell', changed) : changed
}

/** Adding a door or choosing a sound turns its switch on, because it has no effect with the switch off; the owner may turn it off. */
export async function switchOn(deps: DoorDeps, name: 'allowMultipleQRCodes' | 'customDoorbell', door: Door): Promise<Door> {
  if (door.primary && name === 'allowMultipleQRCodes') return door
  let wasOn = true
  await deps.preferences.change(door.ownerId, (now) => {
    wasOn = now.switches[name]
    return { ...now, switches: { ...now.switches, [name]: true } }
  })
  if (!wasOn) deps.live.toOwner(door.ownerId, { type: 'preferences_changed' })
  return doorOf(deps, door.ownerId, door.id)
}

async function checkSound({ billing }: DoorDeps, door: Door, sound: DoorSound): Promise<void> {
  if (sound === 'standard' || sound === door.sound) return
  await requirePremiumForSounds(billing, door.ownerId)
  if (sound === 'custom' && !door.soundFile) throw invalidField('sound', 'sound_missing')
}

/** @throws AppError subscription_required */
export async function requirePremiumForSounds(billing: BillingClient, ownerId: number): Promise<void> {
  if (!(await billing.isPremium(ownerId))) throw new AppError('subscription_required.sounds')
}

/**
 * A live ring keeps the code that it was placed with. This rotation's grace period also limits that of codes replaced earlier: no grace
 * disables every printed sign.
 * @throws AppError not_found
 */
export async function rotateDoor(deps: DoorDeps, ownerId: number, id: number, graceHours: number): Promise<Door> {
  const { doors, clock, outbox, auth } = deps
  const at = clock.now()
  const graceUntil = new Date(at.getTime() + graceHours * HOUR)
  const eventOf = ({ qrCodeId, primary, codeVersion }: Door) =>
    outbox.row('doorbell.door_rotated', { doorId: id, ownerId, qrCodeId, primary, version: codeVersion })
  const fresh = () => ({ qrCodeId: randomBase62(FIELD.qrCodeId), at, graceUntil, eventOf })
  const rotated = await retryConflicts(doors, () => doors.rotate(ownerId, id, fresh()))
  if (!rotated) throw new AppError('not_found')
  const { door, event } = rotated
  outbox.soon(event)
  if (door.primary) await auth.updateCode({ userId: ownerId, qrCodeId: door.qrCodeId, version: door.codeVersion })
  return door
}

/**
 * @returns the file of its sound
 * @throws AppError not_found, door_primary: an account always keeps the door of its registration
 */
export async function removeDoor(deps: DoorDeps, ownerId: number, id: number): Promise<string | null> {
  const door = await doorOf(deps, ownerId, id)
  if (door.primary) throw new AppError('door_primary')
  const event = deps.outbox.row('doorbell.door_changed', { doorId: id, ownerId })
  const soundFile = await deps.doors.remove(id, deps.clock.now(), event)
  deps.outbox.soon(event)
  return soundFile
}

async function retryConflicts<T>(doors: Doors, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES || !doors.isConflict(error)) throw error
    }
  }
}
