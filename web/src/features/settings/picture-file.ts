/** Turns a chosen file into the uploaded square. The server crops and re-encodes again, because it does not trust clients. */
import { PICTURE_SIDE } from '#proto/limits.ts'
import type { Square } from './crop.ts'

const QUALITY = 0.92

/** Loads the file; browsers rotate an image element by its EXIF. @throws if the browser cannot read it */
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

/** Background for transparent pixels: JPEG has no transparency. */
export function drawSquare(canvas: HTMLCanvasElement, image: CanvasImageSource, { left, top, side }: Square): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** @throws if the browser cannot encode a JPEG */
export function toJpeg(image: CanvasImageSource, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_SIDE
  canvas.height = PICTURE_SIDE
  drawSquare(canvas, image, square)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came of it'))), 'image/jpeg', QUALITY),
  )
}
