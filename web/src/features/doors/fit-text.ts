/** Text on a sign of fixed size: as large as its place allows, broken at words. Millimetres. */

/** How wide a text is at size 1; the page measures with its own font. */
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

/** @returns the greedy lines at this width, words that are too long alone cut at the width */
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

const keepsWords = (text: string, lines: readonly string[]) => lines.join(' ') === text.split(/\s+/).filter(Boolean).join(' ')

/** The largest size at which the text fits without a broken word; at the least size words break, and lines beyond the place are dropped. */
export function fitText(text: string, place: Place, measure: Measure): Fitted {
  for (let size = place.size; size > place.least; size -= STEP) {
    const lines = wrap(text, place.width, (part) => measure(part, place.weight) * size)
    if (lines.length <= place.lines && keepsWords(text, lines)) return { lines, size }
  }
  const lines = wrap(text, place.width, (part) => measure(part, place.weight) * place.least)
  return { lines: lines.slice(0, place.lines), size: place.least }
}
