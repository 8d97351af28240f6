/** Codes of the second factor: the authenticator's six digits, and printed recovery codes. */
import { randomCrockford } from '#kit/ids.ts'

const CODES = 10
/** Twelve of 30 characters are 58 bits: guesses over the wire are limited, and the stored hashes are keyed. */
const LENGTH = 12
const GROUP = /.{4}(?=.)/g

/** Ten recovery codes, such as `7KQ2-XM4D-9TRW`. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: CODES }, () => randomCrockford(LENGTH).replace(GROUP, '$&-'))

export type TypedCode = { readonly kind: 'authenticator' | 'recovery'; readonly code: string }

/**
 * The typed code without spaces and dashes, in capitals, with full-width digits as plain ones.
 * Everything but six digits is read as a recovery code.
 */
export function readCode(typed: string): TypedCode {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return { kind: /^\d{6}$/.test(code) ? 'authenticator' : 'recovery', code }
}
