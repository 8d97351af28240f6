/**
 * Email addresses as people type them, converted to the form that is stored and compared. The host becomes ASCII (RFC 5890), which
 * Chromium's email fields do and those of Firefox and Safari do not, and which every mail server takes. Letters outside ASCII before the @
 * need SMTPUTF8 (RFC 6531) at each server on the way; mail to them would be lost at some, so that they are refused with a sentence.
 */
import { plainUsername } from './sanitized-text.ts'

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** HTML's valid email address, with a host that has a dot and is no IP address. */
export const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@(?:${LABEL}\\.)+(?![0-9]+$)${LABEL}$`, 'i')

const ASCII = /^[\x20-\x7e]*$/
/** Characters that a URL does not accept in a host name. */
const NOT_OF_HOST = /[\s/?#@:\\%[\]]/

function asciiHost(host: string): string {
  if (ASCII.test(host) || NOT_OF_HOST.test(host)) return host
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return host
  }
}

/** @returns the address in the stored form; a text that is no address is returned unchanged */
export function plainEmail(typed: string): string {
  if (ASCII.test(typed)) return typed.trim()
  const text = plainUsername(typed).normalize('NFKC')
  const at = text.lastIndexOf('@')
  return at < 0 ? text : `${text.slice(0, at)}@${asciiHost(text.slice(at + 1))}`
}

/** Whether only the part before the @ makes it invalid. */
export function hasForeignLocalPart(plain: string): boolean {
  const at = plain.lastIndexOf('@')
  return at > 0 && !ASCII.test(plain.slice(0, at)) && EMAIL.test(`a${plain.slice(at)}`)
}

/** Whether a username is an address in any spelling: log-in would read it as another account's address (docs/product/decisions.md, 42). */
export const looksLikeEmail = (name: string) => /.@./u.test(name.normalize('NFKC'))
