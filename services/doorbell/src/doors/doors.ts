/** Doors and their codes (docs/product/decisions.md, 1-3). */
import type { Building, DoorSound } from '#proto/doors.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { FIELD, RETENTION_DAYS } from '#proto/limits.ts'

export type Door = {
  readonly id: number
  readonly ownerId: number
  readonly label: string
  readonly qrCodeId: string
  readonly shortCode: string
  readonly enabled: boolean
  readonly primary: boolean
  readonly createdAt: Date
  readonly rotatedAt: Date | null
  /** Until when the newest of the replaced codes is accepted. */
  readonly graceUntil: Date | null
  readonly codeVersion: number
  readonly building: Building | null
  readonly sound: DoorSound
  readonly soundFile: string | null
  /** The owner's tier as copied from billing's events: decides what is shown and which doors ring, never what is sold. */
  readonly premium: boolean
  /** The owner's two switches (docs/product/specification.md, 2: Multiple QR Codes, Custom Doorbell Sound). */
  readonly manyCodes: boolean
  readonly ownSounds: boolean
}
export type DoorChange = Partial<Pick<Door, 'label' | 'enabled' | 'building' | 'sound'>>
export type NewDoor = { readonly ownerId: number; readonly qrCodeId: string; readonly label: string; readonly createdAt: Date }
export type Rotation = {
  readonly qrCodeId: string
  readonly at: Date
  readonly graceUntil: Date
  /** @param door after the rotation */
  readonly eventOf: (door: Door) => EventEnvelope<'doorbell.door_rotated'>
}

export interface Doors {
  /** Only a door that takes rings. A replaced code counts during its grace period. */
  byQrCode(qrCodeId: string, now: Date): Promise<Door | undefined>
  /** Returned with the long code of the same sign: an old sign does not reveal the new code. */
  byShortCode(shortCode: string, now: Date): Promise<{ door: Door; qrCodeId: string } | undefined>
  /** The primary one first. */
  ofOwner(ownerId: number, now: Date): Promise<Door[]>
  /** @returns undefined also for another owner's door and for a removed one */
  ofOwnerById(ownerId: number, id: number, now: Date): Promise<Door | undefined>
  /** By any code that the door has had. */
  find(qrCodeId: string): Promise<Door | undefined>
  /** The owner's first door becomes the primary one. @throws a conflict when a code exists already or another request was first */
  open(door: NewDoor): Promise<Door>
  /** A further door; counts under the owner's row lock. @returns undefined when the owner has `max` already */
  add(door: NewDoor, max: number, eventOf: (id: number) => EventEnvelope): Promise<Door | undefined>
  /** @param event committed with it */
  change(id: number, change: DoorChange, now: Date, event?: EventEnvelope): Promise<Door>
  /**
   * Selects an uploaded sound; concurrent uploads run one after the other.
   * @returns the file that it replaces; undefined for a removed door
   */
  setSound(id: number, soundFile: string, event: EventEnvelope): Promise<{ readonly replaced: string | null } | undefined>
  /**
   * One transaction with its event; rotations of a door run one after the other. Replaced codes are accepted until `graceUntil` at most.
   * @returns undefined as `ofOwnerById` @throws a conflict when a random code exists already
   */
  rotate(
    ownerId: number,
    id: number,
    rotation: Rotation,
  ): Promise<{ readonly door: Door; readonly event: EventEnvelope<'doorbell.door_rotated'> } | undefined>
  /** @returns the file of its sound, which no row refers to any more */
  remove(id: number, now: Date, event: EventEnvelope): Promise<string | null>
  isConflict(error: unknown): boolean
}

/** docs/product/decisions.md, 20: how long a ring placed now is stored. */
export const daysKept = ({ premium }: Pick<Door, 'premium'>) => (premium ? RETENTION_DAYS.premium : RETENTION_DAYS.free)

/** The label of a door that was created by the event because the rpc was lost; auth's repeated rpc replaces it. */
export const UNNAMED_DOOR = 'Front door'

/**
 * Idempotent by code. The label of auth's rpc replaces the event's default.
 * @param label undefined from the event (it carries ids, never names)
 */
export async function ensureDoor(
  doors: Doors,
  { userId, qrCodeId, label }: { userId: number; qrCodeId: string; label: string | undefined },
  now: Date,
): Promise<Door> {
  const name = label?.slice(0, FIELD.doorLabel)
  for (let attempt = 0; ; attempt++) {
    const existing = await doors.find(qrCodeId)
    if (existing) return name && existing.label === UNNAMED_DOOR ? doors.change(existing.id, { label: name }, now) : existing
    try {
      return await doors.open({ ownerId: userId, qrCodeId, label: name ?? UNNAMED_DOOR, createdAt: now })
    } catch (error) {
      if (attempt > 2 || !doors.isConflict(error)) throw error
    }
  }
}

/**
 * A short code as typed or pasted: everything but letters and digits is ignored (dashes of any kind, invisible spaces, a full
 * stop), and Crockford's look-alikes are mapped to the printed characters (https://www.crockford.com/base32.html).
 */
export function readShortCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}
