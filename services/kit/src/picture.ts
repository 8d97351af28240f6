/** Opens untrusted pictures. The header shows the cost of decoding before a pixel is decoded. */
import type { Sharp } from 'sharp'

/** A file of 1 MB can declare an enormous size; pictures of our pages are far smaller. */
const PIXELS_MAX = 20_000_000
/** An interlaced PNG is decoded as a whole, and 16 bits per channel double the memory; no camera produces either. */
const HEAVY_PIXELS_MAX = 4_000_000
/** Each scan of a progressive JPEG visits every pixel again: encoders write about ten (libjpeg), a hostile file of 200 kB has thousands. */
const SCANS_MAX = 40
/** Decoding is aborted after this many seconds; a busy machine needs a few for a large picture. */
const DECODING_MAX = 20
const START_OF_SCAN = Buffer.from([0xff, 0xda])

/** Entropy-coded data never contains the marker (ITU-T T.81, F.1.2.3: 0xFF is stuffed). */
function hasTooManyScans(bytes: Buffer): boolean {
  let at = -1
  for (let scans = 0; scans <= SCANS_MAX; scans += 1) {
    at = bytes.indexOf(START_OF_SCAN, at + 1)
    if (at < 0) return false
  }
  return true
}

/**
 * libvips is loaded with the first picture, so that the start takes no longer. One thread, no cache.
 * @throws on bytes that are not a picture, and on a picture that is too expensive to decode
 */
export async function openPicture(bytes: Buffer): Promise<{ picture: Sharp; width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
  const { width, height, format, isProgressive, depth } = await picture.metadata()
  // Progressive JPEGs are common (editors on phones write them); the limits on pixels and scans bound their cost.
  const isHeavy = depth !== 'uchar' || (isProgressive && format !== 'jpeg')
  if (width * height > (isHeavy ? HEAVY_PIXELS_MAX : PIXELS_MAX)) throw new Error('picture has too many pixels')
  if (format === 'jpeg' && hasTooManyScans(bytes)) throw new Error('picture has too many scans')
  return { picture: picture.timeout({ seconds: DECODING_MAX }), width, height }
}
