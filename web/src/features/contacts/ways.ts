/** How a contact is reached outside the product (decision 30). */
import type { Contact } from '#proto/contacts.ts'

export const nameOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** RFC 3966: digits, with a plus in front; what else people type into numbers is for reading. */
const dialled = (phone: string) => `${phone.trim().startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`

export const telOf = (phone: string) => `tel:${dialled(phone)}`
/** RFC 5724, and `?body=` as both phones' systems read it. */
export const smsOf = (phone: string, body?: string) => `sms:${dialled(phone)}${body ? `?body=${encodeURIComponent(body)}` : ''}`

/** RFC 6068: `+` in a query is a plus, a blank is %20. */
export function mailOf(email: string, words?: { readonly subject: string; readonly body: string }): string {
  const to = encodeURIComponent(email).replace('%40', '@')
  return words ? `mailto:${to}?subject=${encodeURIComponent(words.subject)}&body=${encodeURIComponent(words.body)}` : `mailto:${to}`
}
