/** Doors' custom sounds in the file store: `sounds/<random>`. */
import { type Files, newFileName, sweepFiles } from '#kit/files.ts'
import type { SoundFiles } from './store-sound.ts'

const SOUNDS = 'sounds'
const fileName = (sound: string) => `${SOUNDS}/${sound}`

export function createSoundFiles(files: Files): SoundFiles {
  return {
    put: async (bytes) => {
      const name = newFileName(SOUNDS)
      await files.put(name, bytes, { type: 'audio/mpeg' })
      return name.slice(SOUNDS.length + 1)
    },
    open: (sound) => files.open(fileName(sound)),
    drop: (sound) => files.drop(fileName(sound)),
  }
}

/** @param kept which of these sounds a door refers to @returns how many were deleted */
export function sweepSounds(files: Files, before: Date, kept: (sounds: readonly string[]) => Promise<readonly string[]>): Promise<number> {
  return sweepFiles(files, {
    folder: SOUNDS,
    before,
    kept: async (names) => new Set((await kept(names.map((name) => name.slice(SOUNDS.length + 1)))).map(fileName)),
  })
}
