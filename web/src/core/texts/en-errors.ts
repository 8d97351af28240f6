/** Of errors in English: none, because the server's own sentences are English, and a page that carries them twice loads later. */
import type { ErrorTexts } from '../error-texts.ts'

export const errorTexts: ErrorTexts = { errors: {}, issues: {}, otherIssue: null }

/** Shown when no response of our server arrived: it is away, this device is offline, or its network asks to sign in first. */
export const NO_ANSWER = 'The server cannot be reached. Please try again, or check your network: it may ask you to sign in first.'
