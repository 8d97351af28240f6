import { limitConcurrency } from '#kit/limit-concurrency.ts'
import { openPicture } from '#kit/picture.ts'
import { PICTURE_SIDE } from '#proto/limits.ts'
import type { ResizeAvatar } from './picture.ts'

const QUALITY = 85
const CONCURRENCY = 1
const WAITING = 8
const WAITING_PER_USER = 2

/**
 * One picture at a time, because of the memory; users take turns, so that one user's many pictures do not keep the others waiting. Rotated
 * by EXIF, then stripped of all metadata; never enlarged.
 */
export function createResizeAvatar(): ResizeAvatar {
  const limited = limitConcurrency({ concurrency: CONCURRENCY, waiting: WAITING, waitingPerKey: WAITING_PER_USER })
  return (bytes, userId) =>
    limited(async () => {
      const { picture, width, height } = await openPicture(bytes)
      const side = Math.min(width, height, PICTURE_SIDE)
      return picture.rotate().resize(side, side, { fit: 'cover' }).flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY }).toBuffer()
    }, `user ${userId}`)
}
