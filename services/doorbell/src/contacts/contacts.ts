/** A resident's contacts (docs/product/specification.md, 2, 3, 5; docs/product/decisions.md, 30). */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { ContactForm, Contact as ContactView } from '#proto/contacts.ts'
import { CONTACTS } from '#proto/limits.ts'

export type Contact = {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly address: string | null
  readonly notes: string | null
  readonly isFavorite: boolean
  readonly sortName: string
  readonly lastActivityAt: Date | null
}
export type ContactFields = Omit<Contact, 'id' | 'lastActivityAt'>
export type ContactChange = { readonly [K in keyof Omit<ContactFields, 'sortName'>]?: ContactFields[K] | undefined }
/** The last contact of a page: the next page begins after it. */
export type ContactCursor = Pick<Contact, 'sortName' | 'id'>
export type ContactPage = {
  readonly limit: number
  readonly after: ContactCursor | undefined
  readonly search: string | undefined
  readonly favorite: boolean | undefined
}

export interface Contacts {
  /** Sorted by name. */
  ofOwner(ownerId: number, page: ContactPage): Promise<Contact[]>
  find(ownerId: number, id: number): Promise<Contact | undefined>
  /** Counts under the owner's row lock. @returns undefined when the owner has `max` already */
  add(ownerId: number, fields: ContactFields, max: number, at: Date): Promise<Contact | undefined>
  /** @returns undefined for another owner's contact */
  change(ownerId: number, id: number, fields: ContactFields): Promise<Contact | undefined>
  /** @returns whether it existed */
  remove(ownerId: number, id: number): Promise<boolean>
}
export type ContactDeps = { readonly contacts: Contacts; readonly clock: Clock }

const SORTED = 60

/** Sorts Änne beside Anne, whatever collations this Postgres was built with. */
export const sortName = (firstName: string, lastName: string) =>
  `${firstName} ${lastName}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, SORTED).toWellFormed()

/** @throws AppError not_found, also for another owner's contact */
export async function contactOf({ contacts }: Pick<ContactDeps, 'contacts'>, ownerId: number, id: number): Promise<Contact> {
  const contact = await contacts.find(ownerId, id)
  if (!contact) throw new AppError('not_found')
  return contact
}

/** @throws AppError contacts_full */
export async function addContact({ contacts, clock }: ContactDeps, ownerId: number, form: ContactForm): Promise<Contact> {
  const { address = null, notes = null, ...named } = form
  const fields = { ...named, address, notes, sortName: sortName(form.firstName, form.lastName) }
  const added = await contacts.add(ownerId, fields, CONTACTS.max, clock.now())
  if (!added) throw new AppError('contacts_full')
  return added
}

/** Fields that are absent keep their value. @throws AppError not_found */
export async function changeContact(deps: ContactDeps, ownerId: number, id: number, change: ContactChange): Promise<Contact> {
  const { id: _, lastActivityAt: __, ...known } = await contactOf(deps, ownerId, id)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const fields = { ...known, ...given }
  const changed = await deps.contacts.change(ownerId, id, { ...fields, sortName: sortName(fields.firstName, fields.lastName) })
  if (!changed) throw new AppError('not_found')
  return changed
}

/** A resident may not upload a picture of another person: the page shows initials. */
export function presentContact({ sortName: _, lastActivityAt, ...shown }: Contact): ContactView {
  return { ...shown, avatar: null, lastActivity: lastActivityAt?.toISOString() ?? null }
}
