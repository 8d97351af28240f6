/** The deletion of an account: its doors close first, then everything stored about it is deleted. */

import type { SoundFiles } from '../doors/store-sound.ts'
import type { PhotoFiles } from '../photos/store-photo.ts'
import type { RecordingFiles, RecordingStore } from '../recordings/recordings.ts'

export interface OwnerDeletion {
  /** Writes the tombstone and disables every door. */
  close(ownerId: number): Promise<void>
  filesOf(
    ownerId: number,
  ): Promise<{ readonly photos: readonly string[]; readonly sounds: readonly string[]; readonly recordings: RecordingFiles }>
  /** @returns how many visits were stored */
  drop(ownerId: number): Promise<number>
}
type Deps = {
  readonly ownerDeletion: OwnerDeletion
  readonly closeHousehold: (ownerId: number) => Promise<void>
  readonly files: Pick<PhotoFiles, 'drop'>
  readonly soundFiles: Pick<SoundFiles, 'drop'>
  readonly recordingFiles: Pick<RecordingStore, 'drop'>
}

/** Writes the tombstone, disables every door, and ends the household. May be repeated. */
export async function closeOwner(
  { ownerDeletion, closeHousehold }: Pick<Deps, 'ownerDeletion' | 'closeHousehold'>,
  ownerId: number,
): Promise<void> {
  await ownerDeletion.close(ownerId)
  await closeHousehold(ownerId)
}

/** Files first: the rows that name them are still there for a retry after a crash. */
export async function deleteOwner(deps: Deps, ownerId: number): Promise<number> {
  const { ownerDeletion, files, soundFiles, recordingFiles } = deps
  await closeOwner(deps, ownerId)
  const { photos, sounds, recordings } = await ownerDeletion.filesOf(ownerId)
  for (const photo of photos) await files.drop(photo)
  for (const sound of sounds) await soundFiles.drop(sound)
  await recordingFiles.drop(recordings)
  return ownerDeletion.drop(ownerId)
}
