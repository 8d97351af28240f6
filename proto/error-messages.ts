/** Translates the server's messages: errors by their code, the contract's own messages by their English text. */

import type { ErrorCode, ErrorDetails } from './errors.ts'
import { FIELD_PREFIX } from './validation-messages.ts'

/** Numbers are written as `#` in keys and translations: "At most # characters". */
export type ErrorMessages = {
  readonly codes: Readonly<Partial<Record<ErrorCode, string>>>
  readonly sentences: Readonly<Record<string, string>>
  /** The fallback for an untranslated field message; null keeps the server's message. */
  readonly otherField: string | null
}

const NUMBERS = /\d+/g

/** The key of a sentence in `ErrorMessages.sentences`. */
export const sentenceKey = (sentence: string): string => sentence.replace(NUMBERS, '#')

function translated(messages: ErrorMessages, sentence: string): string | undefined {
  const [named = '', field] = FIELD_PREFIX.exec(sentence) ?? []
  if (field) {
    const rest = translated(messages, sentence.slice(named.length))
    return rest && `${field}: ${rest}`
  }
  const { sentences } = messages
  const key = sentenceKey(sentence)
  if (!Object.hasOwn(sentences, key)) return undefined
  const numbers = sentence.match(NUMBERS) ?? []
  let next = 0
  return sentences[key]?.replace(/#/g, () => numbers[next++] ?? '')
}

/** Translates an error: by its message, else by its code, else unchanged. */
export function translateError(messages: ErrorMessages, code: string, message: string): string {
  const known = messages.codes as Readonly<Record<string, string>>
  return translated(messages, message) ?? (Object.hasOwn(known, code) ? known[code] : undefined) ?? message
}

/** Translates the message of one field. */
export const translateFieldError = (messages: ErrorMessages, sentence: string): string =>
  translated(messages, sentence) ?? messages.otherField ?? sentence

export function translateErrorDetails(messages: ErrorMessages, details: ErrorDetails): ErrorDetails {
  return Object.fromEntries(Object.entries(details).map(([field, sentence]) => [field, translateFieldError(messages, sentence)]))
}
