/** What the use cases need from outside; store/ and adapters/ provide it. */
import type { Tier } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Language } from '#proto/languages.ts'
import type { UserRecord } from './account.ts'
import type { DeviceMark, NewSession, SessionRecord } from './session.ts'

export type NewAccount = {
  readonly username: string
  readonly usernameKey: string
  /** What the name looks like (proto/usernames.ts). */
  readonly lookalikeKey: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly emailKey: string
  readonly qrCodeId: string
  /** Of the pages it was registered on; English is what an account without a choice reads anyway. */
  readonly language: Language | null
}
export type NameKeys = Pick<NewAccount, 'usernameKey' | 'lookalikeKey' | 'emailKey'>
export type Mail = { readonly id: string; readonly to: string; readonly subject: string; readonly text: string; readonly at: Date }
export type MailedToken = {
  readonly tokenHash: string
  readonly email: string
  readonly emailKey: string
  readonly createdAt: Date
  readonly expiresAt: Date
}
/** Everything registration writes, in one transaction. */
export type Registration = {
  readonly account: NewAccount
  readonly session: NewSession
  readonly device: DeviceMark
  /** Undefined where the address has had its mails of the day. */
  readonly verification: { readonly token: MailedToken; readonly mail: Mail } | undefined
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
  taken(names: NameKeys, heldSince: Date): Promise<{ username: boolean; email: boolean }>
  /** @throws Refusal username_taken or email_taken when somebody was faster */
  register(registration: Registration, heldSince: Date, event: (userId: number) => EventEnvelope): Promise<UserRecord>
  /** Older versions change nothing. */
  setTier(userId: number, tier: Tier, version: number): Promise<void>
  /** Whether an account that registered after `since` was given this code. */
  codeIssued(qrCodeId: string, since: Date): Promise<boolean>
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
  mailedSince(emailKey: string, since: Date, limit: number): Promise<Date[]>
  /** Whether somebody else holds the address now. */
  heldByOther(emailKey: string, userId: number): Promise<boolean>
  /** Stores the token and its mail together. */
  issue(userId: number, token: MailedToken, mail: Mail): Promise<void>
  /** What an unused token is about. */
  claimOf(tokenHash: string, now: Date): Promise<{ readonly username: string; readonly email: string } | undefined>
  /** Uses the token up, and takes the address from the account unless it is verified. @returns false when the token was none */
  reject(tokenHash: string, now: Date, until: Date): Promise<boolean>
  /** Whether the reader of this address said that the account is not theirs. */
  isRejected(userId: number, emailKey: string, now: Date): Promise<boolean>
  /**
   * Uses the token up, marks the address verified, and makes a new one the account's, which the old one is told if it was verified.
   * @returns the address and whose it is, or undefined
   */
  redeem(
    tokenHash: string,
    now: Date,
    tellOld: (old: { readonly email: string; readonly language: string | null }) => Mail,
  ): Promise<{ readonly userId: number; readonly email: string } | undefined>
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
  /** Of all unknown devices at this account. */
  readonly failures: number
  /** … from other addresses than this one. */
  readonly failuresElsewhere: number
  readonly lastFailure: Date | null
  /** Of unknown devices in this address's network, at any account. */
  readonly networkFailures: number
  readonly lastNetworkFailure: Date | null
}
export type AttemptInput = {
  readonly usernameKey: string
  readonly address: string
  readonly network: string | null
  readonly deviceHash: string | null
  readonly at: Date
}
export type AttemptDecision = {
  /** Failures of known devices slow nobody else down. */
  readonly deviceKnown: boolean
  /** Milliseconds before the password may be looked at; 0 when now. */
  readonly wait: number
}
export type Attempt = AttemptDecision & {
  readonly facts: LoginFacts /** Of its row; undefined where it has to wait. */
  readonly id: string | undefined
}

export interface SignIns {
  /**
   * Counts an attempt as a failure before its password is looked at, unless it has to wait. Attempts at one account, and from one network, come here
   * one after another, whichever copy of auth takes them.
   * @throws what `decide` throws: then nothing is counted
   */
  begin(input: AttemptInput, decide: (facts: LoginFacts) => AttemptDecision): Promise<Attempt>
  /** The attempt proved nothing: nobody looked at its password. */
  cancel(attemptId: string): Promise<void>
  deviceExists(deviceHash: string): Promise<boolean>
  failed(event: EventEnvelope): Promise<void>
  /** Opens the session and takes the attempt back. */
  succeeded(attemptId: string, userId: number, session: NewSession, device: DeviceMark, event: EventEnvelope): Promise<void>
  /** The failures of an address count no more. */
  forgetAddress(address: string): Promise<void>
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
  /** @param address who asks: addresses take turns @throws Refusal limited when too many of its are waiting, unavailable when too many are */
  hash(password: string, address: string): Promise<string>
  /** Takes as long without a hash (no such user) as with a wrong password. Refuses as `hash` does. */
  matches(hash: string | undefined, password: string, address: string): Promise<boolean>
}

export interface Neighbours {
  /** Opens the account's first door; its failure is repaired by the event. */
  openDoor(userId: number, qrCodeId: string): Promise<void>
  /** Gateways drop what they cached of it and close its sockets. */
  forgetSession(session: string): void
  /** The account's pages ask for the user again. */
  tellUserChanged(userId: number): void
}

export interface MailSender {
  /** @throws MailRefused or any network error */
  send(mail: Mail): Promise<void>
}
