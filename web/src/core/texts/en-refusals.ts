/** English: what the server says is said in English already. */
import type { RefusalWords } from '#proto/refusal-words.ts'

export const refusalTexts: RefusalWords = { codes: {}, sentences: {}, otherField: null }

/** No answer came. */
export const NO_ANSWER = 'An unexpected error occurred. Please try again.'
