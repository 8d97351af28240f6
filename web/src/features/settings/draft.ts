/** The profile's edits, kept apart from the server's values, so that a change on another device does not count as an edit. */
import type { User } from '#proto/entities.ts'
import { LANGUAGES, type Language } from '#proto/languages.ts'
import { EmailForm, ProfileForm } from '#proto/operations/profile.ts'
import { type Errors, errorsOf } from '../../core/form-errors.ts'

export type Profile = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly language: Language
  /** Empty until loaded. */
  readonly timeZone: string
}
export type Edits = { readonly [K in keyof Profile]?: Profile[K] }
export type ProfileErrors = Errors<Profile>
/** Splits the edits by destination: the email is verified first, the time zone is stored by the doorbell. */
export type ProfileChange = {
  readonly profile: { firstName?: string; lastName?: string; phone?: string; address?: string; language?: Language }
  readonly email?: string
  readonly timeZone?: string
}

/** @param shown the page's language, the default until one is chosen */
export function profileOf(user: User, timeZone: string | undefined, shown: string): Profile {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone ?? '',
    address: user.address ?? '',
    language: user.language ?? LANGUAGES.find((language) => shown.startsWith(language)) ?? LANGUAGES[0],
    timeZone: timeZone ?? '',
  }
}

/** Keeps only differing fields: restoring a value removes the edit. */
export function changedEdits(saved: Profile, edits: Edits): Edits {
  const differing = Object.entries(edits).filter(([field, value]) => value.trim() !== saved[field as keyof Profile])
  return Object.fromEntries(differing)
}

export function profileChangeOf(changes: Edits): ProfileChange {
  const { email, timeZone, ...profile } = changes
  return {
    profile,
    ...(email === undefined ? {} : { email: email.trim() }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}

/** Validates only edited fields: stored values were valid when they were stored. */
export function profileErrors(changes: Edits): ProfileErrors {
  const { email, timeZone: _, ...profile } = changes
  return { ...errorsOf(ProfileForm, profile), ...(email === undefined ? {} : errorsOf(EmailForm, { email })) }
}
