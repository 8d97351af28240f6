/** The contact form's fields and validation (spec section 5); the server validates again. */
import type { Contact } from '#proto/contacts.ts'
import { FIELD } from '#proto/limits.ts'
import { contactsTexts as t } from './en-contacts.ts'

export const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address', 'notes'] as const
export type ContactField = (typeof FIELDS)[number]
export type ContactDraft = Readonly<Record<ContactField, string>>
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>

export const MAX: Readonly<Record<ContactField, number>> = {
  firstName: FIELD.name,
  lastName: FIELD.name,
  email: FIELD.email,
  phone: FIELD.contactPhone,
  address: FIELD.contactAddress,
  notes: FIELD.contactNotes,
}
/** A rough email pattern; the server validates exactly. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const draftOf = (contact?: Contact): ContactDraft => ({
  firstName: contact?.firstName ?? '',
  lastName: contact?.lastName ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  address: contact?.address ?? '',
  notes: contact?.notes ?? '',
})

export const fieldsOf = ({ address, notes, ...rest }: ContactDraft) => ({ ...rest, address: address || null, notes: notes || null })

const isWrong: Partial<Record<ContactField, (value: string) => boolean>> = {
  firstName: (value) => value === '',
  lastName: (value) => value === '',
  email: (value) => !EMAIL.test(value),
  phone: (value) => value.length < FIELD.contactPhoneMin,
}

/** @returns the specified error of each invalid field */
export function errorsOf(draft: ContactDraft): ContactErrors {
  const errors: Partial<Record<ContactField, string>> = {}
  for (const [field, sentence] of Object.entries(t.required) as [keyof typeof t.required, string][])
    if (isWrong[field]?.(draft[field].trim())) errors[field] = sentence
  return errors
}
