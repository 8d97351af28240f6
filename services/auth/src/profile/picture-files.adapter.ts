/** Accounts' pictures in the file store: `pictures/<random>`. */
import { type Files, newFileName, sweepFiles } from '#kit/files.ts'
import type { PictureFiles } from './picture.ts'

const PICTURES = 'pictures'
const fileName = (picture: string) => `${PICTURES}/${picture}`
const pictureOf = (name: string) => name.slice(PICTURES.length + 1)

export function pictureFiles(files: Files): PictureFiles {
  return {
    put: async (bytes) => {
      const name = newFileName(PICTURES)
      await files.put(name, bytes, { type: 'image/jpeg' })
      return pictureOf(name)
    },
    open: (picture) => files.open(fileName(picture)),
    drop: (picture) => files.drop(fileName(picture)),
  }
}

/** Deletes pictures that no account refers to. @param kept which of these pictures an account refers to @returns how many were deleted */
export function sweepPictures(
  files: Files,
  before: Date,
  kept: (pictures: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  return sweepFiles(files, { folder: PICTURES, before, kept: async (names) => new Set((await kept(names.map(pictureOf))).map(fileName)) })
}
