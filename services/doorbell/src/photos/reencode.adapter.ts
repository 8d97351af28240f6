import { openPicture } from '#kit/picture.ts'
import type { Reencode } from './store-photo.ts'

const LONGEST_SIDE = 1280
const QUALITY = 80

/** Rotates by EXIF, then drops all metadata. */
export const reencodeJpeg: Reencode = async (bytes) => {
  const { picture } = await openPicture(bytes)
  return picture
    .rotate()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer()
}
