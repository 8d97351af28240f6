import { openPicture } from '#kit/picture.ts'
import { PICTURE_SIDE } from '#proto/limits.ts'
import type { Square } from '../domain/picture.ts'
import { createGate } from './argon2.ts'

const QUALITY = 85
const AT_ONCE = 1
const WAITING = 8

/** One at a time, for the memory. Turned upright by EXIF, then without any metadata; never enlarged. */
export function createSquare(): Square {
  const gate = createGate({ atOnce: AT_ONCE, waiting: WAITING })
  return (bytes) =>
    gate(async () => {
      const { picture, width, height } = await openPicture(bytes)
      const side = Math.min(width, height, PICTURE_SIDE)
      return picture.rotate().resize(side, side, { fit: 'cover' }).flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY }).toBuffer()
    })
}
