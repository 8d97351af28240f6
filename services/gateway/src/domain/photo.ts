import { PHOTO_BYTES } from '#proto/limits.ts'

const PREFIX = 'data:image/jpeg;base64,'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * Checks prefix, base64, size and JPEG header (ITU-T T.81 SOI marker) without decoding the image (docs/product/interface.md, HTTP).
 * @returns the bytes, or undefined for anything else
 */
export function jpegOfDataUrl(url: string): Buffer | undefined {
  if (!url.startsWith(PREFIX)) return undefined
  const body = url.slice(PREFIX.length)
  if (body.length % 4 !== 0 || body.length > Math.ceil(PHOTO_BYTES / 3) * 4 || !BASE64.test(body)) return undefined
  const bytes = Buffer.from(body, 'base64')
  return bytes.length <= PHOTO_BYTES && bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? bytes : undefined
}
