/** Contacts: whom a resident keeps (spec sections 2, 3 and 5; decision 30). */
import { Refusal } from '#kit/refusal.ts'
import type { ContactForm, Contact as ContactView } from '#proto/contacts.ts'
import { CONTACTS } from '#proto/limits.ts'
import type { Clock } from './ports.ts'

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
/** Where a page ended: what follows is sorted behind it. */
export type ContactPlace = Pick<Contact, 'sortName' | 'id'>
export type ContactPage = {
  readonly limit: number
  readonly after: ContactPlace | undefined
  readonly search: string | undefined
  readonly favorite: boolean | undefined
}

export interface Contacts {
  /** In the order of their names. */
  ofOwner(ownerId: number, page: ContactPage): Promise<Contact[]>
  find(ownerId: number, id: number): Promise<Contact | undefined>
  /** Counted under the owner's lock. @returns undefined when there are `max` already */
  add(ownerId: number, fields: ContactFields, max: number, at: Date): Promise<Contact | undefined>
  /** @returns undefined for what is not theirs */
  change(ownerId: number, id: number, fields: ContactFields): Promise<Contact | undefined>
  /** @returns whether it was there */
  remove(ownerId: number, id: number): Promise<boolean>
}
export type ContactDeps = { readonly contacts: Contacts; readonly clock: Clock }

const SORTED = 60

/** Änne stands beside Anne, whatever collations this Postgres was built with. */
export const sortName = (firstName: string, lastName: string) =>
  `${firstName} ${lastName}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, SORTED).toWellFormed()

/** @throws Refusal not_found, also for what is somebody else's */
export async function contactOf({ contacts }: Pick<ContactDeps, 'contacts'>, ownerId: number, id: number): Promise<Contact> {
  const contact = await contacts.find(ownerId, id)
  if (!contact) throw new Refusal('not_found')
  return contact
}

/** @throws Refusal contacts_full */
export async function addContact({ contacts, clock }: ContactDeps, ownerId: number, form: ContactForm): Promise<Contact> {
  const { address = null, notes = null, ...named } = form
  const fields = { ...named, address, notes, sortName: sortName(form.firstName, form.lastName) }
  const added = await contacts.add(ownerId, fields, CONTACTS.max, clock.now())
  if (!added) throw new Refusal('contacts_full')
  return added
}

/** What is left out stays. @throws Refusal not_found */
export async function changeContact(deps: ContactDeps, ownerId: number, id: number, change: ContactChange): Promise<Contact> {
  const { id: _, lastActivityAt: __, ...known } = await contactOf(deps, ownerId, id)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const fields = { ...known, ...given }
  const changed = await deps.contacts.change(ownerId, id, { ...fields, sortName: sortName(fields.firstName, fields.lastName) })
  if (!changed) throw new Refusal('not_found')
  return changed
}

/** Pictures are nobody's to upload for somebody else: initials stand for a contact. */
export function presentContact({ sortName: _, lastActivityAt, ...shown }: Contact): ContactView {
  return { ...shown, avatar: null, lastActivity: lastActivityAt?.toISOString() ?? null }
}
