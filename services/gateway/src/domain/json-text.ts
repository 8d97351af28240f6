/** Parses untrusted JSON. U+0000 and excessive nesting are refused on the text, before anything is allocated for it. */
import { AppError } from '#kit/app-error.ts'

/** The contract's deepest input, a media request, has seven levels. */
const MAX_DEPTH = 32
/** Char codes of JSON's structural characters. */
const QUOTE = 0x22
const BACKSLASH = 0x5c
const [SQUARE, SQUARE_END, CURLY, CURLY_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** `\u0000` as an escape, not an escaped backslash followed by "u0000". */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** PostgreSQL text cannot hold U+0000. A raw one is invalid JSON anyway, so only the escape is searched. */
const hasNul = (text: string): boolean => text.includes('\\u0000') && NUL.test(text)

function isEscaped(text: string, at: number): boolean {
  let start = at
  while (start > 0 && text.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (at - start) % 2 === 1
}

function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at < 0 ? text.length : at
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === SQUARE || sign === CURLY) depth += 1
    else if (sign === SQUARE_END || sign === CURLY_END) depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** @throws AppError malformed */
export function parseBounded(text: string): unknown {
  if (hasNul(text) || isTooDeep(text)) throw new AppError('malformed')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed')
  }
}
