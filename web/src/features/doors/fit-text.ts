/** Fits text into a box of fixed size: as large as possible, wrapped at words. Millimetres. */

/** The width of a text at size 1; the page measures with its own font. */
export type Measure = (text: string, weight: number) => number

export type Place = {
  readonly width: number
  readonly size: number
  readonly least: number
  readonly lines: number
  readonly weight: number
}
export type Fitted = { readonly lines: readonly string[]; readonly size: number }

const STEP = 0.2

/** @returns greedily wrapped lines; a word longer than the width is cut */
function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (!line || widthOf(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
    while (widthOf(line) > width && line.length > 1) {
      let cut = line.length - 1
      while (cut > 1 && widthOf(line.slice(0, cut)) > width) cut -= 1
      lines.push(line.slice(0, cut))
      line = line.slice(cut)
    }
  }
  return line ? [...lines, line] : lines
}

const keepsWholeWords = (text: string, lines: readonly string[]) => lines.join(' ') === text.split(/\s+/).filter(Boolean).join(' ')

/** Returns the largest size at which the text fits without cutting a word; at the minimum size words are cut and surplus lines dropped. */
export function fitText(text: string, place: Place, measure: Measure): Fitted {
  for (let size = place.size; size > place.least; size -= STEP) {
    const lines = wrap(text, place.width, (part) => measure(part, place.weight) * size)
    if (lines.length <= place.lines && keepsWholeWords(text, lines)) return { lines, size }
  }
  const lines = wrap(text, place.width, (part) => measure(part, place.weight) * place.least)
  return { lines: lines.slice(0, place.lines), size: place.least }
}
