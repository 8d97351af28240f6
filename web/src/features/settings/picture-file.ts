/** From a chosen file to the square that is sent. The server cuts and re-encodes again: nothing here is trusted there. */
import { PICTURE_SIDE } from '#proto/limits.ts'
import type { Square } from './crop.ts'

const QUALITY = 0.92

/** Upright as the camera meant it: browsers turn an image element by its EXIF. @throws when the browser cannot read it */
export async function readPicture(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Nothing shines through: a JPEG has no transparency. */
export function drawSquare(canvas: HTMLCanvasElement, image: CanvasImageSource, { left, top, side }: Square): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** @throws when the browser makes no JPEG of it */
export function toJpeg(image: CanvasImageSource, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_SIDE
  canvas.height = PICTURE_SIDE
  drawSquare(canvas, image, square)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came of it'))), 'image/jpeg', QUALITY),
  )
}
