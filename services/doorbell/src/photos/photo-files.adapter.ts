/** Photos in the file store: `raw/<activity>` until processed, then `photos/<random>`. */
import { buffer } from 'node:stream/consumers'
import { type Files, newFileName, sweepFiles } from '#kit/files.ts'
import type { PhotoFiles } from './store-photo.ts'

const PHOTOS = 'photos'
const RAW = 'raw'
const JPEG = 'image/jpeg'

/** The activity stores the last part of the name. */
const photoFileName = (photo: string) => `${PHOTOS}/${photo}`
const rawName = (activityId: number) => `${RAW}/${activityId}`

export function createPhotoFiles(files: Files): PhotoFiles {
  return {
    putRaw: (activityId, bytes) => files.put(rawName(activityId), bytes, { type: JPEG }),
    raw: async (activityId) => {
      const file = await files.open(rawName(activityId))
      return file && buffer(file.stream)
    },
    dropRaw: (activityId) => files.drop(rawName(activityId)),
    waiting: async (before) => {
      const found: number[] = []
      for await (const { name, savedAt } of files.list(RAW)) if (savedAt < before) found.push(Number(name.slice(RAW.length + 1)))
      return found
    },
    put: async (bytes, expiresAt) => {
      const name = newFileName(PHOTOS)
      await files.put(name, bytes, { type: JPEG, expiresAt })
      return name.slice(PHOTOS.length + 1)
    },
    open: (photo) => files.open(photoFileName(photo)),
    drop: (photo) => files.drop(photoFileName(photo)),
  }
}

/** @param kept which of these photos an activity refers to @returns how many were deleted */
export function sweepPhotos(
  files: Files,
  before: Date,
  kept: (photos: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  return sweepFiles(files, {
    folder: PHOTOS,
    before,
    kept: async (names) => new Set([...(await kept(names.map((name) => name.slice(PHOTOS.length + 1))))].map(photoFileName)),
  })
}
