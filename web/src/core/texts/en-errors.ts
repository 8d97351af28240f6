/** English sentences of errors: the catalogue's. The server's messages are English already. */
import { ISSUES } from '#proto/issues.ts'
import type { ErrorTexts } from '../error-texts.ts'

export const errorTexts: ErrorTexts = { errors: {}, issues: ISSUES, otherIssue: null }

/** Shown when no response arrived. */
export const NO_ANSWER = 'An unexpected error occurred. Please try again.'
