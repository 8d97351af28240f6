/** How a contact is reached outside the product (docs/product/decisions.md, 30). */
import type { Contact } from '#proto/contacts.ts'
import { isolate } from '../../ui/bidi.ts'

export const contactNameOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>) => isolate(`${firstName} ${lastName}`)

/** RFC 3966: digits with an optional leading plus; other typed characters are visual separators. */
const dialled = (phone: string) => `${phone.trim().startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`

export const telOf = (phone: string) => `tel:${dialled(phone)}`
/** RFC 5724, with `?body=` as iOS and Android read it. */
export const smsOf = (phone: string, body?: string) => `sms:${dialled(phone)}${body ? `?body=${encodeURIComponent(body)}` : ''}`

/** RFC 6068: in its query `+` is a plus sign and a space is %20. */
export function mailOf(email: string, texts?: { readonly subject: string; readonly body: string }): string {
  const to = encodeURIComponent(email).replace('%40', '@')
  return texts ? `mailto:${to}?subject=${encodeURIComponent(texts.subject)}&body=${encodeURIComponent(texts.body)}` : `mailto:${to}`
}
