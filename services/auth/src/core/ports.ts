/** What several features need of the database, of notify and of open pages. */
import type { Tier } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Language } from '#proto/languages.ts'
import type { UserRecord } from './account.ts'
import type { MailKind } from './mail-kinds.ts'
import type { KnownDevice, NewSession } from './session.ts'

export type NewAccount = {
  readonly username: string
  readonly usernameKey: string
  /** The username must match proto/usernames.ts. */
  readonly lookalikeKey: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly emailKey: string
  readonly qrCodeId: string
  /** The language of the page on which the account was registered; null for English, the default. */
  readonly language: Language | null
}
export type NameKeys = Pick<NewAccount, 'usernameKey' | 'lookalikeKey' | 'emailKey'>
/** The parts of a mail that the mail server gets. */
export type OutgoingMail = {
  readonly id: string
  readonly to: string
  /** Where an answer goes; by default nowhere. */
  readonly replyTo?: string | null
  readonly subject: string
  readonly text: string
  /** The same as HTML; null where there is none. */
  readonly html?: string | null
  /** Null for mails of a release that stored none. */
  readonly kind: string | null
  readonly at: Date
}
export type Mail = OutgoingMail & {
  readonly kind: MailKind
  /** The account that the mail is about, where `to` is not its address. */
  readonly userId?: number
}

/** Written in the transaction of a change: its event, and the mails that announce it. */
export type Announcement = { readonly events: readonly EventEnvelope[]; readonly mails: readonly Mail[] }
export type MailedToken = {
  readonly tokenHash: string
  readonly email: string
  readonly emailKey: string
  readonly createdAt: Date
  readonly expiresAt: Date
}
/** The rows that registration writes, in one transaction. */
export type Registration = {
  readonly account: NewAccount
  readonly session: NewSession
  readonly device: KnownDevice
  /** Undefined when the address has reached its limit of mails a day. */
  readonly verification: { readonly token: MailedToken; readonly mail: Mail } | undefined
  readonly now: Date
}

/** A missing field stays unchanged. */
export type ProfileChange = {
  readonly firstName?: string
  readonly lastName?: string
  readonly phone?: string | null
  readonly address?: string | null
  readonly language?: Language
}

export interface Accounts {
  byId(userId: number): Promise<UserRecord | undefined>
  byUsername(usernameKey: string): Promise<UserRecord | undefined>
  newest(after: number | undefined, limit: number): Promise<UserRecord[]>
  /**
   * An unverified address is taken for 72 h, a former address as long as its account can restore it.
   * @param by the account that asks
   */
  taken(names: NameKeys, now: Date, by?: number): Promise<{ username: boolean; email: boolean }>
  /** @throws AppError username_taken or email_taken when a concurrent registration was faster */
  register(registration: Registration, event: (userId: number) => EventEnvelope): Promise<UserRecord>
  /** An older version changes nothing. */
  setTier(userId: number, tier: Tier, version: number): Promise<void>
  /** Whether an account that registered after `since` has this code. */
  codeIssued(qrCodeId: string, since: Date): Promise<boolean>
  setQrCode(userId: number, qrCodeId: string, version: number): Promise<void>
  /** @returns undefined when the account is gone */
  changeProfile(userId: number, change: ProfileChange): Promise<UserRecord | undefined>
  /** @returns the previous picture's name, null when there was none, undefined when the account is gone */
  setPicture(userId: number, picture: string | null): Promise<string | null | undefined>
  /** @returns the names of this list that an account refers to */
  picturesKept(pictures: readonly string[]): Promise<string[]>
}

/** A keyed hash of a typed name: equal for the same name; without the key the name cannot be found by trying. */
export type HashName = (usernameKey: string) => string

export type EndingSession = { readonly id: string; readonly userId: number; readonly device: string; readonly endsAt: Date }

export interface NotifyClient {
  /** Announces the end to the session's device. @returns whether there is one with a push subscription */
  pushSessionEnd(session: EndingSession): Promise<boolean>
  /** Refuses pushes to the session's device, also if its registration is in progress. @throws AppError unavailable */
  stopPushes(session: string): Promise<void>
  /** The session's device may register again. @throws AppError unavailable */
  allowPushes(session: string): Promise<void>
}

/** Frames to gateways and open pages; publishing does not wait for a reply. */
export interface LiveUpdates {
  /** Gateways drop the session from their cache and close its sockets. */
  sessionEnded(session: string): void
  /**
   * Gateways drop the session from their cache. With a new role its sockets are closed, and open again; with a new device name they stay
   * open. Its calls continue.
   */
  sessionChanged(session: string): void
  /** The account's open pages request the user again. */
  userChanged(userId: number): void
}
