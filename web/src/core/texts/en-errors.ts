/** Of errors in English: none, because the server's own sentences are English, and a page that carries them twice loads later. */
import type { ErrorTexts } from '../error-texts.ts'

export const errorTexts: ErrorTexts = { errors: {}, issues: {}, otherIssue: null }

/** Shown when no response of our server arrived. */
export const NO_ANSWER = 'An unexpected error occurred. Please try again.'
