/**
 * What people type and others read inside our own sentences: trimmed, and without signs that nobody sees, which turn those sentences round or make
 * one name look like another. Every text is read once from left to right, and one far over its limit is refused before it is read.
 */
import { z } from 'zod'
import { CHAT_LENGTH, FIELD } from './limits.ts'

/** Emoji of several signs, and the variation selectors that choose how one looks. */
const PICTURE = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?'
const EMOJI = `\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}|${PICTURE}(?:\\u200d${PICTURE})*|[0-9#*]\\ufe0f\\u20e3`
/** Scripts in which a joiner between two letters, or after a sign of a letter, changes how they are written. */
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
/** Marks of direction are of use between words, and line breaks and tabs between lines. */
const BETWEEN = '[\\u200e\\u200f\\u061c\\t\\n\\r]'
/** Everything else that has no look of its own: controls, joiners and fillers without use, and what turns direction (Unicode TR 9, section 2). */
const UNSEEN = '[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]'
const SIGNS = new RegExp(`(${EMOJI}|${JOINED}|${VARIANT}|${BETWEEN})|${UNSEEN}`, 'gu')
/** Typed twice, they do what one does. */
const JOINERS = /([\u200c\u200d])[\u200c\u200d]+/g

const EDGE = /[\s\u200e\u200f\u061c\u2800]/
/** Anything that is seen: neither space, control nor format sign, nor a filler that fonts leave blank. */
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Nothing here to be taken out: what nearly everybody types. */
const ORDINARY = /^[\x20-\x7e]*$/

/** By hand: a pattern for the end tries anew at each space there is. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && EDGE.test(text.charAt(start))) start += 1
  while (end > start && EDGE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** A form without script ends its lines as HTTP does; half a surrogate pair is no character and cannot be stored. */
const wellFormed = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n')

/** @returns the text as it is kept, with its lines; empty where nothing of it would be seen. Joiners inside stay where emoji, Persian and the like need them. */
export function plainText(text: string): string {
  if (ORDINARY.test(text)) return text.trim()
  const kept = trimmed(
    wellFormed(text)
      .replace(JOINERS, '$1')
      .replace(SIGNS, (_sign, useful: string | undefined) => useful ?? ''),
  )
  return SEEN.test(kept) ? kept : ''
}

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/

/** @returns the same on one line: a line break or a tab becomes one space. For what stands in titles, lists and labels. */
export function plainLine(text: string): string {
  if (ORDINARY.test(text)) return text.trim()
  return text.split(BREAKS).map(plainText).filter(Boolean).join(' ')
}

/** @returns a name that must be nobody else's: also without marks of direction, which make no difference to the eye */
export const plainUsername = (text: string): string => plainLine(text.replace(/[\u200e\u200f\u061c]/g, ''))

export const atMost = (max: number) => `At most ${max} characters`

/** What is taken out makes nobody's text this many times as long as what is seen of it. */
const RAW_SHARE = 4
/** `missing`: said where there is none; `tooLong`: said of one over its length. */
type Sentences = { readonly missing?: string; readonly tooLong?: string }

/** Measured as it comes, before it is cleaned, which costs more; and measured again as it is kept. */
const typed = (clean: (text: string) => string, max: number, { missing, tooLong = atMost(max) }: Sentences) =>
  z
    .string(missing)
    .max(RAW_SHARE * max, { error: tooLong, abort: true })
    .overwrite(clean)
    .max(max, { error: tooLong, abort: true })

/** A text of several lines that somebody typed. @param max in characters, as it is kept */
export const typedText = (max: number, sentences: Sentences = {}) => typed(plainText, max, sentences)
/** A text of one line. @param max in characters, as it is kept */
export const typedLine = (max: number, sentences: Sentences = {}) => typed(plainLine, max, sentences)
/** A line that must be there. @param missing what is said where there is none @param max in characters */
export const neededLine = (missing: string, max: number) => typedLine(max, { missing }).min(1, missing)
/** One message of the chat. */
export const chatText = typedText(FIELD.chatMessage, { tooLong: CHAT_LENGTH }).min(1, CHAT_LENGTH)
/** A username, at log-in as at registration. @param missing what is said where there is none */
export const neededUsername = (missing: string, max: number) => typed(plainUsername, max, { missing }).min(1, missing)

/** What people write telephone numbers with; anything else, an address of a script say, is none. */
export const PHONE_SIGNS = /^[+\d(][\d ()./-]*$/
export const NO_PHONE = 'Please enter a phone number'
/** A telephone number; a form with words of its own for its length takes the signs alone. */
export const typedPhone = () => typedLine(FIELD.phone, { tooLong: NO_PHONE }).regex(PHONE_SIGNS, NO_PHONE).min(3, NO_PHONE)

/** Alphabets with letters that look alike. Other scripts go beside any of them: nobody takes a Latin letter for an Arabic or Chinese one. */
const ALPHABETS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)
export const ONE_ALPHABET = 'Use letters of one alphabet only'

/** Whether no name of letters that look alike stands beside this one: "\u0430dmin" with a Cyrillic first letter reads as "admin". */
export function hasOneAlphabet(text: string): boolean {
  const folded = text.normalize('NFKC')
  return ALPHABETS.filter((alphabet) => alphabet.test(folded)).length <= 1
}
