/** Pictures that strangers send: what they would cost is known from the header, before a pixel is decoded. */
import type { Sharp } from 'sharp'

/** A file of 1 MB can claim to be enormous; what browsers send of ours is far below this. */
const PIXELS_MAX = 20_000_000
/** An interlaced PNG is decoded as a whole, and 16 bits a channel double it: no camera makes either. */
const HEAVY_PIXELS_MAX = 4_000_000

/**
 * libvips is loaded with the first picture: a start without pictures should not pay for it. One thread, no cache.
 * @throws on bytes that are no picture, and on a picture that is too expensive to decode
 */
export async function openPicture(bytes: Buffer): Promise<{ picture: Sharp; width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
  const { width, height, format, isProgressive, depth } = await picture.metadata()
  // A progressive JPEG is ordinary (phones' editors write it), and its cost is bound by its pixels.
  const isHeavy = depth !== 'uchar' || (isProgressive && format !== 'jpeg')
  if (width * height > (isHeavy ? HEAVY_PIXELS_MAX : PIXELS_MAX)) throw new Error('picture has too many pixels')
  return { picture, width, height }
}
