/** The server's sentences in another language: refusals carry their code, and the contract's own sentences are their own keys. */
import { NAMED } from './complaints.ts'
import type { ErrorCode, ErrorDetails } from './errors.ts'

/** Numbers in a sentence stand as `#`, in the key and in its translation: "At most # characters". */
export type RefusalWords = {
  readonly codes: Readonly<Partial<Record<ErrorCode, string>>>
  readonly sentences: Readonly<Record<string, string>>
  /** For a sentence about a field that no table has; null where the server's own stand. */
  readonly otherField: string | null
}

const NUMBERS = /\d+/g

/** The key of a sentence in `RefusalWords.sentences`. */
export const sentenceKey = (sentence: string): string => sentence.replace(NUMBERS, '#')

function translated(words: RefusalWords, sentence: string): string | undefined {
  const [named = '', field] = NAMED.exec(sentence) ?? []
  if (field) {
    const rest = translated(words, sentence.slice(named.length))
    return rest && `${field}: ${rest}`
  }
  const { sentences } = words
  const key = sentenceKey(sentence)
  if (!Object.hasOwn(sentences, key)) return undefined
  const numbers = sentence.match(NUMBERS) ?? []
  let next = 0
  return sentences[key]?.replace(/#/g, () => numbers[next++] ?? '')
}

/** A refusal's sentence: its own where the table has it, else its code's, else as it came. */
export function sayRefusal(words: RefusalWords, code: string, message: string): string {
  const known = words.codes as Readonly<Record<string, string>>
  return translated(words, message) ?? (Object.hasOwn(known, code) ? known[code] : undefined) ?? message
}

/** A complaint about one field. */
export const sayField = (words: RefusalWords, sentence: string): string => translated(words, sentence) ?? words.otherField ?? sentence

export function sayDetails(words: RefusalWords, details: ErrorDetails): ErrorDetails {
  return Object.fromEntries(Object.entries(details).map(([field, sentence]) => [field, sayField(words, sentence)]))
}
