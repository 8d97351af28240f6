/** What is typed into the profile: edits over what the server holds, so that a change from elsewhere is not taken for one of this page. */
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
  /** Empty until it is loaded. */
  readonly timeZone: string
}
export type Edits = { readonly [K in keyof Profile]?: Profile[K] }
export type ProfileErrors = Errors<Profile>
/** What goes where: the address is proved first, the time zone is the doorbell's. */
export type ProfileChange = {
  readonly profile: { firstName?: string; lastName?: string; phone?: string; address?: string; language?: Language }
  readonly email?: string
  readonly timeZone?: string
}

/** @param shown the language of the page, which counts until one was chosen */
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

/** Only what differs: typing something back takes the edit away. */
export function newsOf(saved: Profile, edits: Edits): Edits {
  const differing = Object.entries(edits).filter(([field, value]) => value.trim() !== saved[field as keyof Profile])
  return Object.fromEntries(differing)
}

export function changeOf(news: Edits): ProfileChange {
  const { email, timeZone, ...profile } = news
  return {
    profile,
    ...(email === undefined ? {} : { email: email.trim() }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}

/** Of edits alone: what is stored was right when it was stored. */
export function profileErrors(news: Edits): ProfileErrors {
  const { email, timeZone: _, ...profile } = news
  return { ...errorsOf(ProfileForm, profile), ...(email === undefined ? {} : errorsOf(EmailForm, { email })) }
}
