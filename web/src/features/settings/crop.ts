/** The square cropped from a picture: its centre in picture pixels, and the zoom relative to the whole shorter side. */
export type Crop = { readonly width: number; readonly height: number; readonly x: number; readonly y: number; readonly zoom: number }
export type Square = { readonly left: number; readonly top: number; readonly side: number }

export const ZOOM_MAX = 4

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

export const startCrop = (width: number, height: number): Crop => ({ width, height, x: width / 2, y: height / 2, zoom: 1 })

export const sideOf = ({ width, height, zoom }: Crop) => Math.min(width, height) / zoom

/** Keeps the square inside the picture. */
function inside(crop: Crop): Crop {
  const half = sideOf(crop) / 2
  return { ...crop, x: clamp(crop.x, half, crop.width - half), y: clamp(crop.y, half, crop.height - half) }
}

/** @param dx, dy fractions of the shown square: 1 moves by its whole width */
export function moved(crop: Crop, dx: number, dy: number): Crop {
  const side = sideOf(crop)
  return inside({ ...crop, x: crop.x + dx * side, y: crop.y + dy * side })
}

export const zoomed = (crop: Crop, zoom: number): Crop => inside({ ...crop, zoom: clamp(zoom, 1, ZOOM_MAX) })

export function squareOf(crop: Crop): Square {
  const side = sideOf(crop)
  return { left: crop.x - side / 2, top: crop.y - side / 2, side }
}
