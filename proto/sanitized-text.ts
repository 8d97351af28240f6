/**
 * Sanitizes typed text that others read: trims it and strips control, bidi and zero-width characters, which could reorder our sentences or
 * make one name look like another. Linear time. Part of the contract because a field's limit counts the remaining text (fields.ts).
 */

/** Emoji sequences with their variation selectors. */
const PICTOGRAPH = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?'
const EMOJI = `\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}|${PICTOGRAPH}(?:\\u200d${PICTOGRAPH})*|[0-9#*]\\ufe0f\\u20e3`
/** Scripts in which a joiner between two letters, or after a combining mark, changes their shape. */
const JOINING = [
  'Arab',
  'Syrc',
  'Nkoo',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
]
const LETTER = `[${JOINING.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`
const JOINED = `(?=\\p{M})${LETTER}[\\u200c\\u200d]|${LETTER}[\\u200c\\u200d](?=[\\p{L}\\p{M}])(?=${LETTER})`
const VARIANT = '\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]|\\p{Script=Mongolian}[\\u180b-\\u180f]'
/** Directional marks between words, and line breaks and tabs. */
const BETWEEN = '[\\u200e\\u200f\\u061c\\t\\n\\r]'
/** All other invisible characters: controls, useless joiners and fillers, and bidi controls (Unicode TR 9, section 2). */
const INVISIBLE = '[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]'
const CHARACTERS = new RegExp(`(${EMOJI}|${JOINED}|${VARIANT}|${BETWEEN})|${INVISIBLE}`, 'gu')
/** Repeated joiners have the effect of one. */
const JOINERS = /([\u200c\u200d])[\u200c\u200d]+/g

const EDGE = /[\s\u200e\u200f\u061c\u2800]/
/** A visible character: not a space, control or format character, nor a filler that fonts leave blank. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Printable ASCII, the common case, needs no stripping. */
const ORDINARY = /^[\x20-\x7e]*$/

/** A loop, because a regular expression anchored at the end is quadratic in the number of spaces. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && EDGE.test(text.charAt(start))) start += 1
  while (end > start && EDGE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Forms without script send CRLF; a lone surrogate cannot be stored. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/\r\n?/g, '\n')

/** @returns the sanitized text with its lines; empty if nothing is visible. Joiners that emoji or scripts such as Persian need are kept. */
export function stripHiddenCharacters(text: string): string {
  if (ORDINARY.test(text)) return text.trim()
  const kept = trimmed(
    wellFormed(text)
      .replace(JOINERS, '$1')
      .replace(CHARACTERS, (_character, useful: string | undefined) => useful ?? ''),
  )
  return VISIBLE.test(kept) ? kept : ''
}

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/

/** @returns the sanitized text on one line: line breaks and tabs become one space. For titles, lists and labels. */
export function stripHiddenToOneLine(text: string): string {
  if (ORDINARY.test(text)) return text.trim()
  return text.split(BREAKS).map(stripHiddenCharacters).filter(Boolean).join(' ')
}

/** @returns a sanitized username, also without directional marks, so that two visually equal names are equal */
export const plainUsername = (text: string): string => stripHiddenToOneLine(text.replace(/[\u200e\u200f\u061c]/g, ''))

/** The digits of a script follow each other; in a script with digits the first ends in 0 or 6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const row = code & ~0xf
  return String(code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6))
}

/** @returns a telephone number with the spaces, dashes and digits of an English keyboard, whatever it was typed or copied with */
export const plainPhone = (text: string): string =>
  plainUsername(text)
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s/gu, ' ')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)

/** Alphabets with look-alike letters. Other scripts may be mixed with any of them, because their letters do not look Latin. */
const ALPHABETS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

/** Refuses mixed look-alike alphabets: "\u0430dmin" with a Cyrillic first letter reads as "admin". */
export function hasOneAlphabet(text: string): boolean {
  const folded = text.normalize('NFKC')
  return ALPHABETS.filter((alphabet) => alphabet.test(folded)).length <= 1
}
