import type { Reencode } from '../domain/keep-photo.ts'

const LONGEST_SIDE = 1280
const QUALITY = 80
/** A JPEG of 1 MB can claim to be enormous; a phone's camera is far below this. */
const PIXELS_MAX = 50_000_000

/** Loaded with the first photo: a house without photos should not pay for libvips. Turned upright by EXIF, then without any metadata. */
export const reencodeJpeg: Reencode = async (bytes) => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .rotate()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer()
}
