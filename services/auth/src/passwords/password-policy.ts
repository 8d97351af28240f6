/**
 * Rules for a new password beyond the shape that the contract checks (docs/product/decisions.md, 24): it is not a common one, and not one
 * that a person who knows the account would try first. Existing passwords are not checked again.
 */
import { invalidField } from '#kit/app-error.ts'
import { normalizePassword } from '#proto/passwords.ts'

/** The account that the password is for. */
export type PasswordOwner = { readonly username: string; readonly firstName: string; readonly lastName: string; readonly email: string }
export type PolicyDeps = {
  /** Whether a lower-case word is on the packaged list. */
  readonly isCommon: (word: string) => boolean
  /** Whether an online list has the password; false where none is configured or it does not answer. */
  readonly isBreached: (password: string) => Promise<boolean>
}

/** Letters that a sign stands for; where there are several, each is tried. */
const SUBSTITUTIONS: Readonly<Record<string, readonly [string, string?]>> = {
  '0': ['o'],
  '1': ['i', 'l'],
  '2': ['z'],
  '3': ['e'],
  '4': ['a'],
  '5': ['s'],
  '6': ['g'],
  '7': ['t', 'l'],
  '8': ['b'],
  '9': ['g'],
  '@': ['a'],
  $: ['s'],
  '!': ['i', 'l'],
  '|': ['i', 'l'],
  '+': ['t'],
  '(': ['c'],
  '€': ['e'],
}
const PRODUCT = ['doorbell', 'digitaldoorbell', 'mydoorbell', 'klingel', 'digitaleklingel', 'türklingel', 'tuerklingel']
/** Shorter words occur in too many good passwords. */
const SHORTEST = 3
/** No list and no name has longer words, and checking a password of a thousand characters must stay cheap. */
const LONGEST = 120

const lower = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** @returns the word with its signs replaced by the letters they stand for, in both readings */
function readings(word: string): string[] {
  const read = (which: 0 | 1) => [...word].map((sign) => SUBSTITUTIONS[sign]?.[which] ?? SUBSTITUTIONS[sign]?.[0] ?? sign).join('')
  return [word, read(0), read(1)]
}

/** @returns the password without none, some and all of the digits and signs at its end */
function withoutEnd(password: string): string[] {
  const signs = [...password]
  const shortest = signs.findLastIndex((sign) => /\p{L}/u.test(sign)) + 1
  const longest = Math.min(signs.length, LONGEST)
  return Array.from({ length: Math.max(0, longest - shortest + 1) }, (_, more) => signs.slice(0, shortest + more).join(''))
}

/** @returns the words that the password could be, after undoing case, substitutions and the ending */
export function wordsOf(password: string): ReadonlySet<string> {
  const words = withoutEnd(lower(password)).flatMap(readings)
  return new Set([...words, ...words.map(lettersAndDigits)].filter((word) => word.length >= SHORTEST))
}

function personalWords({ username, firstName, lastName, email }: PasswordOwner): ReadonlySet<string> {
  const [local = '', domain = ''] = email.split('@')
  const host = domain.split('.').slice(0, -1)
  const typed = [username, firstName, lastName, firstName + lastName, lastName + firstName, email, local, domain, ...host, host.join('')]
  const words = typed.map(lower).flatMap(readings)
  return new Set([...PRODUCT, ...words, ...words.map(lettersAndDigits)].filter((word) => word.length >= SHORTEST))
}

/**
 * @param field of the form, which the issue names
 * @throws AppError validation_failed with `password_personal` or `password_common`
 */
export async function enforcePasswordPolicy(
  { isCommon, isBreached }: PolicyDeps,
  field: string,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const words = wordsOf(password)
  const personal = personalWords(owner)
  if ([...words].some((word) => personal.has(word))) throw invalidField(field, 'password_personal')
  if ([...words].some(isCommon) || (await isBreached(normalizePassword(password)))) throw invalidField(field, 'password_common')
}
