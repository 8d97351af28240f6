/** The contact form's fields and validation (docs/product/specification.md, 5); the server validates again. */
import { type Contact, ContactForm } from '#proto/contacts.ts'
import { FIELD } from '#proto/limits.ts'
import { type Errors, errorsOf } from '../../core/form-errors.ts'

export const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address', 'notes'] as const
export type ContactField = (typeof FIELDS)[number]
export type ContactDraft = Readonly<Record<ContactField, string>>
export type ContactErrors = Errors<ContactDraft>

export const MAX: Readonly<Record<ContactField, number>> = {
  firstName: FIELD.name,
  lastName: FIELD.name,
  email: FIELD.email,
  phone: FIELD.contactPhone,
  address: FIELD.contactAddress,
  notes: FIELD.contactNotes,
}
export const contactDraftOf = (contact?: Contact): ContactDraft => ({
  firstName: contact?.firstName ?? '',
  lastName: contact?.lastName ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  address: contact?.address ?? '',
  notes: contact?.notes ?? '',
})

export const contactFieldsOf = ({ address, notes, ...rest }: ContactDraft) => ({ ...rest, address: address || null, notes: notes || null })

/** @returns the specified error of each invalid field; an empty address or note is none */
export const contactErrors = (draft: ContactDraft): ContactErrors => errorsOf(ContactForm, draft)
