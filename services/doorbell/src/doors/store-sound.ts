/** A door's custom sound (premium): an MP3 in the file store, referenced by its door. */
import type { Readable } from 'node:stream'
import { AppError } from '#kit/app-error.ts'
import { CHIMES, SOUND_BYTES } from '#proto/limits.ts'
import type { Door } from './doors.ts'
import { type DoorDeps, doorOf, requirePremiumForSounds, switchOn } from './manage-doors.ts'
import { isMp3 } from './mp3.ts'

export interface SoundFiles {
  /** @returns its random name */
  put(bytes: Buffer): Promise<string>
  open(name: string): Promise<{ size: number; stream: Readable } | undefined>
  drop(name: string): Promise<void>
}

/** Checks the upload before its bytes are read. @throws AppError not_found, subscription_required */
export async function findDoorForSound(deps: DoorDeps, ownerId: number, id: number): Promise<Door> {
  const door = await doorOf(deps, ownerId, id)
  await requirePremiumForSounds(deps.billing, ownerId)
  return door
}

/** Stores and selects the sound, and deletes the previous one. @throws AppError sound_invalid, too_large, not_found for a removed door */
export async function storeSound(
  deps: DoorDeps & { readonly soundFiles: Pick<SoundFiles, 'put' | 'drop'> },
  door: Door,
  bytes: Buffer,
): Promise<void> {
  const { doors, soundFiles } = deps
  if (bytes.length > SOUND_BYTES) throw new AppError('too_large')
  if (!isMp3(bytes)) throw new AppError('sound_invalid')
  const soundFile = await soundFiles.put(bytes)
  const event = deps.outbox.row('doorbell.door_changed', { doorId: door.id, ownerId: door.ownerId })
  const set = await doors.setSound(door.id, soundFile, event)
  const unused = set ? set.replaced : soundFile
  if (unused) await soundFiles.drop(unused)
  if (!set) throw new AppError('not_found')
  deps.outbox.soon(event)
  await switchOn(deps, 'customDoorbell', door)
}

/**
 * The sound of the door's ring. On the free plan, or with the switch off, it is the standard chime, whatever was chosen
 * (docs/product/decisions.md, 20).
 */
export function soundUrl(door: Door): string {
  if (!door.premium || !door.ownSounds) return CHIMES.standard
  if (door.sound !== 'custom') return CHIMES[door.sound]
  return door.soundFile ? `/api/doors/${door.id}/sound?v=${door.soundFile.slice(0, 8)}` : CHIMES.standard
}
