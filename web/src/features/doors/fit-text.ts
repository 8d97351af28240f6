/** Fits text into a box of fixed size: as large as possible, wrapped at words. Millimetres. */

/** The width of a text at size 1; the page measures with its own font. */
export type Measure = (text: string, weight: number) => number

export type Place = {
  readonly width: number
  readonly size: number
  readonly least: number
  readonly lines: number
  readonly weight: number
  /** Where a text that does not fit on these lines may take more of them. */
  readonly height?: number
}
export type Fitted = { readonly lines: readonly string[]; readonly size: number }

const STEP = 0.2
/** Between lines, as a share of the size. */
export const LEADING = 1.1

/** Graphemes: an emoji of several code points is not cut. */
const characters = (text: string): string[] =>
  'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text]

/** @returns greedily wrapped lines; a word longer than the width is cut, as one of Chinese letters is */
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
    for (let rest = characters(line); widthOf(line) > width && rest.length > 1; ) {
      let cut = rest.length - 1
      while (cut > 1 && widthOf(rest.slice(0, cut).join('')) > width) cut -= 1
      lines.push(rest.slice(0, cut).join(''))
      rest = rest.slice(cut)
      line = rest.join('')
    }
  }
  return line ? [...lines, line] : lines
}

const keepsWholeWords = (text: string, lines: readonly string[]) => lines.join(' ') === text.split(/\s+/).filter(Boolean).join(' ')

/**
 * The largest size at which the text fits without a cut word; else the largest at which it fits with cut words, on as many lines as the
 * height takes. What does not fit at the least size ends in an ellipsis.
 */
export function fitText(text: string, place: Place, measure: Measure): Fitted {
  const { width, height = 0, weight } = place
  const at = (size: number) => wrap(text, width, (part) => measure(part, weight) * size)
  for (let size = place.size; size > place.least; size -= STEP) {
    const lines = at(size)
    if (lines.length <= place.lines && keepsWholeWords(text, lines)) return { lines, size }
  }
  const linesAt = (size: number) => Math.max(place.lines, Math.floor(height / (size * LEADING)))
  for (let size = place.size; size > place.least; size -= STEP) {
    const lines = at(size)
    if (lines.length <= linesAt(size)) return { lines, size }
  }
  const lines = at(place.least)
  const shown = lines.slice(0, linesAt(place.least))
  if (shown.length === lines.length) return { lines, size: place.least }
  const last = characters(shown.at(-1) ?? '')
  while (last.length > 1 && measure(`${last.join('')}…`, weight) * place.least > width) last.pop()
  return { lines: [...shown.slice(0, -1), `${last.join('')}…`], size: place.least }
}
