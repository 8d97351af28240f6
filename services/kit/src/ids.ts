import { createHash, randomBytes, randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/**
 * Crockford base32: no I, L, O, U (https://www.crockford.com/base32.html); without 0 and 1 as well, which look like O and I on a printed
 * sign.
 */
const CROCKFORD = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const draw = (alphabet: string, length: number) => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** @param length characters, each log2(62) bits from a CSPRNG */
export const randomBase62 = (length: number) => draw(BASE62, length)
export const randomCrockford = (length: number) => draw(CROCKFORD, length)
/** 256 bits, base64url. */
export const randomToken = () => randomBytes(32).toString('base64url')
/** Only the hash of a bearer token is stored. @returns hex */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

/** A uuid of version 8 (RFC 9562) from the SHA-256 of a name: the same for each try. */
export function deterministicUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
