/** English error messages: the server's own messages are English already. */
import type { ErrorMessages } from '#proto/error-messages.ts'

export const errorTexts: ErrorMessages = { codes: {}, sentences: {}, otherField: null }

/** Shown when no response arrived. */
export const NO_ANSWER = 'An unexpected error occurred. Please try again.'
