/** What the use cases need from outside; store/ and adapters/ provide it. */
import type { Tier } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Language } from '#proto/languages.ts'
import type { UserRecord } from './account.ts'
import type { DeviceMark, NewSession, SessionRecord } from './session.ts'

export type NewAccount = {
  readonly username: string
  readonly usernameKey: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly emailKey: string
  readonly qrCodeId: string
  /** Of the pages it was registered on; English is what an account without a choice reads anyway. */
  readonly language: Language | null
}
export type Mail = { readonly id: string; readonly to: string; readonly subject: string; readonly text: string; readonly at: Date }
export type MailedToken = { readonly tokenHash: string; readonly email: string; readonly createdAt: Date; readonly expiresAt: Date }
/** Everything registration writes, in one transaction. */
export type Registration = {
  readonly account: NewAccount
  readonly session: NewSession
  readonly device: DeviceMark
  readonly verification: MailedToken
  readonly mail: Mail
  readonly now: Date
}

/** What is not named stays. */
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
  /** @param heldSince unverified addresses registered before this are free */
  taken(usernameKey: string, emailKey: string, heldSince: Date): Promise<{ username: boolean; email: boolean }>
  /** @throws Refusal username_taken or email_taken when somebody was faster */
  register(registration: Registration, heldSince: Date, event: (userId: number) => EventEnvelope): Promise<UserRecord>
  /** Older versions change nothing. */
  setTier(userId: number, tier: Tier, version: number): Promise<void>
  setQrCode(userId: number, qrCodeId: string, version: number): Promise<void>
  /** @returns undefined when the account is gone */
  changeProfile(userId: number, change: ProfileChange): Promise<UserRecord | undefined>
  /** @returns the name of the picture before, null when there was none, undefined when the account is gone */
  setPicture(userId: number, picture: string | null): Promise<string | null | undefined>
  /** Which of these an account names. */
  picturesKept(pictures: readonly string[]): Promise<string[]>
}

export interface Verifications {
  /** When verification mails to this address were written, whoever claimed it: newest first, at most `limit`. */
  mailedSince(email: string, since: Date, limit: number): Promise<Date[]>
  /** Whether somebody else holds the address now. */
  heldByOther(emailKey: string, userId: number): Promise<boolean>
  /** Stores the token and its mail together. */
  issue(userId: number, token: MailedToken, mail: Mail): Promise<void>
  /**
   * Marks the address verified, and makes a new one the account's, which the old one is told; a second use of the same token answers the same.
   * @returns the address, or undefined
   */
  redeem(
    tokenHash: string,
    now: Date,
    tellOld: (old: { readonly email: string; readonly language: string | null }) => Mail,
  ): Promise<string | undefined>
}

export interface EmailChanges {
  /** When this account asked for another address: newest first, at most `limit`. */
  askedSince(userId: number, since: Date, limit: number): Promise<Date[]>
  /** Ends the links before this one. */
  issue(userId: number, token: MailedToken, mails: readonly Mail[]): Promise<void>
}

export type LoginFacts = {
  readonly user: UserRecord | undefined
  /** The device cookie belongs to a browser that signed in as anyone. */
  readonly deviceExists: boolean
  /** … as this user. */
  readonly deviceKnown: boolean
  readonly deviceFailures: number
  readonly failuresElsewhere: number
  readonly lastFailureElsewhere: Date | null
}
export type LoginFailure = {
  readonly usernameKey: string
  readonly address: string
  readonly deviceHash: string | null
  readonly deviceKnown: boolean
  readonly at: Date
}

export interface SignIns {
  facts(asked: { usernameKey: string; address: string; deviceHash: string | null; since: Date; devicesSince: Date }): Promise<LoginFacts>
  deviceExists(deviceHash: string): Promise<boolean>
  /** The failure and its event together; a refusal before the password was looked at is an event alone. */
  failed(failure: LoginFailure | undefined, event: EventEnvelope): Promise<void>
  succeeded(userId: number, session: NewSession, device: DeviceMark, event: EventEnvelope): Promise<void>
}

export interface Sessions {
  byToken(tokenHash: string): Promise<SessionRecord | undefined>
  byId(session: string): Promise<SessionRecord | undefined>
  touch(session: string, now: Date): Promise<void>
  /** @returns false when it was over already */
  revoke(session: string, now: Date, event: EventEnvelope): Promise<boolean>
}

export interface Mails {
  /** Takes due mails for `leaseMs`: another copy, or this one after a crash, takes them again later. */
  claim(now: Date, leaseMs: number, limit: number): Promise<(Mail & { readonly attempts: number })[]>
  /** Once per id. */
  write(mail: Mail): Promise<void>
  sent(id: string, now: Date): Promise<void>
  /** @param nextAt null gives up */
  retry(id: string, nextAt: Date | null): Promise<void>
  kept(limit: number): Promise<Mail[]>
}

export interface Passwords {
  /** @throws Refusal unavailable when too many are waiting */
  hash(password: string): Promise<string>
  /** Takes as long without a hash (no such user) as with a wrong password. */
  matches(hash: string | undefined, password: string): Promise<boolean>
}

export interface Neighbours {
  /** Opens the account's first door; its failure is repaired by the event. */
  openDoor(userId: number, qrCodeId: string): Promise<void>
  /** Gateways drop what they cached of it and close its sockets. */
  forgetSession(session: string): void
}

export interface MailSender {
  /** @throws MailRefused or any network error */
  send(mail: Mail): Promise<void>
}
