/** What an account is, and how its names are compared. */
import { Refusal } from '#kit/refusal.ts'
import { SecuritySettings, type Tier, type User } from '#proto/entities.ts'
import { isLanguage, type Language } from '#proto/languages.ts'
import { TIME } from '#proto/limits.ts'
import { DEFAULT_SECURITY_SETTINGS } from '#proto/operations/auth.ts'
import { stored } from '#proto/stored.ts'
import { plainLine, plainUsername } from '#proto/typed.ts'

export type UserRecord = {
  readonly id: number
  readonly username: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly emailVerifiedAt: Date | null
  readonly qrCodeId: string
  readonly subscriptionTier: Tier
  readonly securitySettings: unknown
  readonly phone: string | null
  readonly address: string | null
  readonly language: string | null
  /** Its name in the file store. */
  readonly picture: string | null
  readonly createdAt: Date
}

/** Of what a browser says of itself: control characters mean nothing, and Postgres takes no NUL. */
export const withoutControls = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()

/** At most so many characters, and never half of one: Postgres takes no lone surrogate in JSON. */
export const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** A name on one line, without what nobody sees. */
export const oneLine = plainLine

/** What makes two spellings the same name or address: it is taken of a stored name and of a typed one alike. */
export const fold = (text: string) => plainUsername(text).normalize('NFKC').toLowerCase()

/**
 * A name or an address as it is stored.
 * @throws Refusal validation_failed when nothing is left of it
 */
export function storedName(field: string, text: string, message: string): string {
  const name = field === 'username' ? plainUsername(text) : oneLine(text)
  if (!name) throw new Refusal('validation_failed', { details: { [field]: message } })
  return name
}

/** An unverified address is held for 72 h after registration, then anyone may take it (interface: HTTP). */
export const heldSince = (now: Date) => new Date(now.getTime() - TIME.verifyMailLife)

/** Undefined until one was chosen. */
export const languageOf = ({ language }: Pick<UserRecord, 'language'>): Language | undefined =>
  isLanguage(language) ? language : undefined

const StoredSettings = stored(SecuritySettings, DEFAULT_SECURITY_SETTINGS)

/** The user as a client may see it: no hash, no keys. */
export function toUser(record: UserRecord): User {
  return {
    id: record.id,
    username: record.username,
    firstName: record.firstName,
    lastName: record.lastName,
    email: record.email,
    emailVerified: record.emailVerifiedAt !== null,
    subscriptionTier: record.subscriptionTier,
    qrCodeId: record.qrCodeId,
    securitySettings: StoredSettings.parse(record.securitySettings),
    phone: record.phone,
    address: record.address,
    language: languageOf(record) ?? null,
    pictureUrl: record.picture && `/api/user/picture?v=${record.picture.slice(0, 8)}`,
    createdAt: record.createdAt.toISOString(),
  }
}
