/** What an account is, and how its identifiers are compared. */
import { invalidField } from '#kit/app-error.ts'
import { stored } from '#kit/stored.ts'
import { plainEmail } from '#proto/email.ts'
import { SecuritySettings, type Tier, type User } from '#proto/entities.ts'
import type { IssueCode } from '#proto/issues.ts'
import { isLanguage, type Language } from '#proto/languages.ts'
import { TIME } from '#proto/limits.ts'
import { DEFAULT_SECURITY_SETTINGS } from '#proto/operations/auth.ts'
import { plainUsername, stripHiddenToOneLine } from '#proto/sanitized-text.ts'

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
  /** The picture's name in the file store. */
  readonly picture: string | null
  readonly createdAt: Date
  /** Null while two-factor is off. */
  readonly twoFactorEnabledAt: Date | null
}

/** For text that a browser sends about itself: removes control characters; Postgres accepts no NUL. */
export const withoutControls = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()

/** At most `length` characters, without half of a surrogate pair at the end: Postgres accepts no lone surrogate in JSON. */
export const truncate = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** The form in which usernames and email addresses are compared: two spellings with the same form are the same identifier. */
export const normalizeIdentifier = (text: string) => plainUsername(text).normalize('NFKC').toLowerCase()

/** The identifier typed at a log-in: a username or an email address (docs/product/decisions.md, 42). */
export type SignInName = { readonly usernameKey: string; readonly emailKey: string | null }
export const signInNameOf = (typed: string): SignInName => {
  const email = plainEmail(typed)
  return { usernameKey: normalizeIdentifier(typed), emailKey: email.includes('@') ? normalizeIdentifier(email) : null }
}

/**
 * A name or an address as it is stored.
 * @throws AppError validation_failed when only hidden characters were typed
 */
export function storedName(field: string, text: string, missing: IssueCode): string {
  const name = field === 'username' ? plainUsername(text) : stripHiddenToOneLine(text)
  if (!name) throw invalidField(field, missing)
  return name
}

/**
 * An unverified address is reserved for 72 h after registration; after that another account may take it (docs/product/interface.md, HTTP).
 */
export const heldSince = (now: Date) => new Date(now.getTime() - TIME.verifyMailLife)

/** Undefined until the user has chosen one. */
export const languageOf = ({ language }: Pick<UserRecord, 'language'>): Language | undefined =>
  isLanguage(language) ? language : undefined

const StoredSettings = stored(SecuritySettings, DEFAULT_SECURITY_SETTINGS)

export const settingsOf = ({ securitySettings }: Pick<UserRecord, 'securitySettings'>): User['securitySettings'] =>
  StoredSettings.parse(securitySettings)

/** The user as clients see it: without the password hash and the comparison keys. */
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
    // The switch shows whether the factor exists: it has no stored value (record 0048).
    securitySettings: { ...settingsOf(record), twoFactorEnabled: record.twoFactorEnabledAt !== null },
    phone: record.phone,
    address: record.address,
    language: languageOf(record) ?? null,
    pictureUrl: record.picture && `/api/user/picture?v=${record.picture.slice(0, 8)}`,
    createdAt: record.createdAt.toISOString(),
  }
}
