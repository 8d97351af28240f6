/** The end of all that is kept of one resident. Files first: what a crash leaves is found again by the next try. */
import type { PhotoFiles } from './keep-photo.ts'
import type { SoundFiles } from './keep-sound.ts'

export interface OwnerEnd {
  filesOf(ownerId: number): Promise<{ readonly photos: readonly string[]; readonly sounds: readonly string[] }>
  /** @returns how many visits there were */
  drop(ownerId: number): Promise<number>
}
export type ForgetOwnerDeps = {
  readonly ownerEnd: OwnerEnd
  readonly files: Pick<PhotoFiles, 'drop'>
  readonly soundFiles: Pick<SoundFiles, 'drop'>
}

export async function forgetOwner({ ownerEnd, files, soundFiles }: ForgetOwnerDeps, ownerId: number): Promise<number> {
  const { photos, sounds } = await ownerEnd.filesOf(ownerId)
  for (const photo of photos) await files.drop(photo)
  for (const sound of sounds) await soundFiles.drop(sound)
  return ownerEnd.drop(ownerId)
}
