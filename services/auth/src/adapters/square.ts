import { PICTURE_SIDE } from '#proto/limits.ts'
import type { Square } from '../domain/picture.ts'
import { createGate } from './argon2.ts'

const QUALITY = 85
/** 5 MB can claim to be enormous; a phone's camera is far below this. */
const PIXELS_MAX = 50_000_000
const AT_ONCE = 1
const WAITING = 8

/** One at a time, for the memory; libvips is loaded with the first. Turned upright by EXIF, then without any metadata; never enlarged. */
export function createSquare(): Square {
  const gate = createGate(AT_ONCE, WAITING)
  return (bytes) =>
    gate(async () => {
      const { default: sharp } = await import('sharp')
      sharp.cache(false)
      sharp.concurrency(1)
      const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      const { width, height } = await picture.metadata()
      const side = Math.min(width, height, PICTURE_SIDE)
      return picture.rotate().resize(side, side, { fit: 'cover' }).flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY }).toBuffer()
    })
}
