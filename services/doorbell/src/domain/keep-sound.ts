/** A door's own sound (premium): an MP3 in the file store, named by its door. */
import type { Readable } from 'node:stream'
import { Refusal } from '#kit/refusal.ts'
import { CHIMES, SOUND_BYTES } from '#proto/limits.ts'
import type { Door } from './doors.ts'
import { type DoorDeps, doorOf, needsPremiumForSounds, switchOn } from './keep-doors.ts'
import { isMp3 } from './mp3.ts'

export interface SoundFiles {
  /** @returns the random name it is kept under */
  put(bytes: Buffer): Promise<string>
  open(name: string): Promise<{ size: number; stream: Readable } | undefined>
  drop(name: string): Promise<void>
}
export type SoundDeps = DoorDeps & { readonly soundFiles: SoundFiles }

/** Before the bytes are read. @throws Refusal not_found, subscription_required */
export async function doorForSound(deps: SoundDeps, ownerId: number, id: number): Promise<Door> {
  const door = await doorOf(deps, ownerId, id)
  await needsPremiumForSounds(deps.tiers, ownerId)
  return door
}

/** Kept, chosen, and the one before dropped. @throws Refusal sound_invalid, too_large */
export async function keepSound(deps: SoundDeps, door: Door, bytes: Buffer): Promise<void> {
  const { doors, clock, soundFiles } = deps
  if (bytes.length > SOUND_BYTES) throw new Refusal('too_large')
  if (!isMp3(bytes)) throw new Refusal('sound_invalid')
  const soundFile = await soundFiles.put(bytes)
  await switchOn(deps, 'customDoorbell', await doors.change(door.id, { sound: 'custom', soundFile }, clock.now()))
  if (door.soundFile) await soundFiles.drop(door.soundFile)
}

/** What plays when the door rings: on the free plan, or with the switch off, the standard chime, whatever was chosen before (decision 20). */
export function soundUrl(door: Door): string {
  if (!door.premium || !door.ownSounds) return CHIMES.standard
  if (door.sound !== 'custom') return CHIMES[door.sound]
  return door.soundFile ? `/api/doors/${door.id}/sound?v=${door.soundFile.slice(0, 8)}` : CHIMES.standard
}
