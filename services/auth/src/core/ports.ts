/** What auth's domain needs; implemented in store/, clients/ and adapters/, joined in app.ts. */
import type { Tier } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Language } from '#proto/languages.ts'
import type { SignInName, UserRecord } from './account.ts'
import type { MailKind } from './mail-kinds.ts'
import type { MailLimit } from './mail-limits.ts'
import type { KnownDevice, NewSession, SessionRecord, SessionRole } from './session.ts'

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
  /** The language of the page on which the account was registered; null for English, the default. */
  readonly language: Language | null
}
export type NameKeys = Pick<NewAccount, 'usernameKey' | 'lookalikeKey' | 'emailKey'>
/** What a mail server gets of a mail. */
export type OutgoingMail = {
  readonly id: string
  readonly to: string
  /** Where an answer goes; by default nowhere. */
  readonly replyTo?: string | null
  readonly subject: string
  readonly text: string
  readonly at: Date
}
export type Mail = OutgoingMail & {
  readonly kind: MailKind
  /** Whose it is, where `to` is not an address of theirs. */
  readonly userId?: number
}

/** Written in the transaction of a change: the event about it, and the mails that tell of it. */
export type Announcement = { readonly events: readonly EventEnvelope[]; readonly mails: readonly Mail[] }
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
   * An unverified address is taken for 72 h, and one that another account can have back as long as it can.
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
  /** @returns which of these an account names */
  picturesKept(pictures: readonly string[]): Promise<string[]>
}

export interface Verifications {
  /** @returns milliseconds until this address may get another of these mails, whichever account asks; 0 when now */
  waitFor(emailKey: string, limit: MailLimit): Promise<number>
  /** Whether another account holds the address now. */
  heldByOther(emailKey: string, userId: number): Promise<boolean>
  /** Stores the token and its mail in one transaction, unless the address has to wait. @returns how long, in milliseconds; 0 when stored */
  issue(userId: number, token: MailedToken, mail: Mail, limit: MailLimit): Promise<number>
  /** @returns the account and address that an unused token verifies */
  claimOf(tokenHash: string, now: Date): Promise<{ readonly username: string; readonly email: string } | undefined>
  /** Consumes the token, and takes the address from the account unless it is verified. @returns false when the token is not valid */
  reject(tokenHash: string, now: Date, until: Date): Promise<boolean>
  /** Whether the reader of this address has said that the account is not theirs. */
  isRejected(userId: number, emailKey: string, now: Date): Promise<boolean>
  /**
   * Consumes the token and marks its address verified. A new address becomes the account's; what `onChange` makes is written with it.
   * @returns the address, its user and the event of a change, or undefined when the token is not valid
   */
  redeem(
    tokenHash: string,
    now: Date,
    onChange: (old: OldAddress) => EmailChanged,
  ): Promise<{ readonly userId: number; readonly email: string; readonly event: EmailChanged['event'] | undefined } | undefined>
}

/** The address that an account had until now. */
export type OldAddress = { readonly userId: number; readonly email: string; readonly verified: boolean; readonly language: string | null }
/** Written in the transaction of a change of address. */
export type EmailChanged = {
  readonly event: EventEnvelope<'auth.email_changed'>
  /** To the old address, and the token of its link; absent when that was never verified. */
  readonly mail?: Mail
  readonly undo?: MailedToken
}

export interface EmailChanges {
  /**
   * Invalidates the account's earlier links, unless the new address or the account has to wait.
   * @returns how long, in milliseconds; 0 when stored
   */
  issue(userId: number, token: MailedToken, mails: readonly Mail[], limit: MailLimit): Promise<number>
}

export type LoginFacts = {
  readonly user: UserRecord | undefined
  /** The device cookie belongs to a browser that has signed in before, as any user. */
  readonly deviceExists: boolean
  /** … and as this user. */
  readonly deviceKnown: boolean
  readonly deviceFailures: number
  /** Failures of all unknown devices on this account. */
  readonly failures: number
  /** … from addresses other than this one. */
  readonly failuresElsewhere: number
  readonly lastFailure: Date | null
  /** Failures of unknown devices in this address's network, on any account. */
  readonly networkFailures: number
  readonly lastNetworkFailure: Date | null
  /** The account's owner lets this address try it although it is blocked. */
  readonly addressLifted: boolean
}
export type AttemptInput = {
  readonly usernameKey: string
  readonly address: string
  readonly network: string | null
  readonly deviceHash: string | null
  readonly at: Date
}
export type AttemptDecision = {
  /** Failures of known devices do not count against other devices. */
  readonly deviceKnown: boolean
  /** Milliseconds before the password may be verified; 0 when now. */
  readonly wait: number
}
export type Attempt = AttemptDecision & {
  readonly facts: LoginFacts
  /** Of its row; undefined when the attempt has to wait. */
  readonly id: string | undefined
}

/** A keyed hash of a name that was typed: equal for the same name, and nobody without the key can tell which name it was. */
export type HashName = (usernameKey: string) => string

export interface SignIns {
  /**
   * The key of the account that this name or address signs in to. A name that is another account's address is that account's.
   * @returns the typed name where no account has it
   */
  usernameKeyOf(name: SignInName): Promise<string>
  /**
   * Counts an attempt as a failure before its password is verified, unless it has to wait. An advisory lock makes attempts on one account,
   * and from one network, run one after another in all copies of auth.
   * @throws what `decide` throws; nothing is counted then
   */
  begin(input: AttemptInput, decide: (facts: LoginFacts) => AttemptDecision): Promise<Attempt>
  /** Deletes the attempt, so that it does not count as a failure. */
  cancel(attemptId: string): Promise<void>
  deviceExists(deviceHash: string): Promise<boolean>
  failed(event: EventEnvelope): Promise<void>
  /** Opens the session and deletes the attempt. */
  succeeded(attemptId: string, userId: number, session: NewSession, device: KnownDevice, event: EventEnvelope): Promise<void>
  /** The failures of this address no longer count. */
  clearFailuresOf(address: string): Promise<void>
}

export type EndingSession = { readonly id: string; readonly userId: number; readonly device: string; readonly endsAt: Date }

export interface NotifyClient {
  /** Announces the end to the session's device. @returns whether there is one that is pushed to */
  pushSessionEnd(session: EndingSession): Promise<boolean>
  /** To its device, also by a registration that is under way. @throws AppError unavailable */
  stopPushes(session: string): Promise<void>
  /** Its device may register again. @throws AppError unavailable */
  allowPushes(session: string): Promise<void>
}

export interface Sessions {
  byToken(tokenHash: string): Promise<SessionRecord | undefined>
  byId(session: string): Promise<SessionRecord | undefined>
  touch(session: string, now: Date): Promise<void>
  /** The password was entered again. */
  confirm(session: string, now: Date): Promise<void>
  /** @returns false when the session has ended */
  setRole(session: string, role: SessionRole): Promise<boolean>
  /** @returns false when the account has no such session, or it has ended */
  setDevice(userId: number, session: string, device: string): Promise<boolean>
  /** Living ones whose time is over: 60 days without use, or a year. */
  ended(now: Date, limit: number): Promise<readonly { readonly id: string; readonly userId: number }[]>
  /** Those that end within this time, and whose end was not announced yet. */
  ending(now: Date, until: Date, limit: number): Promise<readonly EndingSession[]>
  warned(session: string, endsAt: Date): Promise<void>
  /** @returns false when the session had ended already */
  revoke(session: string, now: Date, event: EventEnvelope): Promise<boolean>
}

export interface Mails {
  /** Claims due mails for `leaseMs`: after that another copy, or this one after a crash, may claim them again. */
  claim(now: Date, leaseMs: number, limit: number): Promise<(OutgoingMail & { readonly attempts: number })[]>
  /** Writes one mail per id. */
  write(mail: Mail): Promise<void>
  sent(id: string, now: Date): Promise<void>
  /** @param nextAt null gives up */
  retry(id: string, nextAt: Date | null): Promise<void>
  /** How many will be sent, or sent again. */
  waiting(): Promise<number>
  kept(limit: number): Promise<OutgoingMail[]>
}

/** `old`: right as it was typed, of a hash from before passwords were normalised (proto/passwords.ts): it has to be hashed anew. */
export type PasswordCheck = 'right' | 'old' | 'wrong'

export interface Passwords {
  /**
   * @param address of the client: addresses take turns
   * @throws AppError limited when too many of one address wait, unavailable when too many wait in all
   */
  hash(password: string, address: string): Promise<string>
  /** Takes as long without a hash (unknown user) as with a wrong password. @throws as `hash` */
  check(hash: string | undefined, password: string, address: string): Promise<PasswordCheck>
}

export interface DoorbellClient {
  /** Where this fails, doorbell creates the door from `auth.user_registered`. */
  createFirstDoor(userId: number, qrCodeId: string): Promise<void>
}

/** Frames to gateways and open pages; nobody is waited for. */
export interface LiveUpdates {
  /** Gateways drop the session from their cache and close its sockets. */
  sessionEnded(session: string): void
  /**
   * Gateways drop the session from their cache. With a new role its sockets are closed, and open again; with a new device name they stay
   * open. Its calls go on.
   */
  sessionChanged(session: string): void
  /** The account's open pages request the user again. */
  userChanged(userId: number): void
}

export interface MailSender {
  /** @throws PermanentMailError or any network error */
  send(mail: OutgoingMail): Promise<void>
}
