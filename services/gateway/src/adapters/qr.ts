import { create } from 'qrcode'
import type { DrawCode } from '../domain/ports.ts'

/** Error correction level H (docs/product/specification.md, 9); the dark modules of each row become one SVG path. */
export const drawCode: DrawCode = (text) => {
  const { modules } = create(text, { errorCorrectionLevel: 'H' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue
      const from = x
      while (x + 1 < size && modules.get(y, x + 1)) x += 1
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`
    }
  return { path, size }
}
