import type { MailKind } from '../core/mail-kinds.ts'
import type { MailLimit } from '../core/mail-limits.ts'
import type { Announcement, Mail, MailedToken } from '../core/ports.ts'
import type { KnownDevice, NewSession } from '../core/session.ts'
import type { PasskeyUse } from '../passkeys/passkey-ports.ts'

/** Encrypts what is kept. @see adapters/secret-box.ts */
export interface SecretBox {
  /** @param context what the text belongs to, such as `user 5`: it opens with the same one only */
  seal(text: string, context: string): string
  /** @throws Error when the key, the context or a byte differs */
  open(stored: string, context: string): string
  /** @returns a keyed hash, hex */
  hashCode(code: string, context: string): string
}

/** An authenticator app's side of RFC 6238. */
export interface Authenticator {
  /** @returns base32 */
  newSecret(): string
  /** @returns the `otpauth:` address that a QR code holds */
  uriOf(secret: string, username: string): string
  /** @returns the time step of a code that counts now; undefined for a wrong one */
  stepOf(secret: string, code: string, now: Date): number | undefined
}

export type FactorRecord = {
  /** Base32. */
  readonly secret: string
  /** The secret as it is stored, which tells one enrolment from the next. */
  readonly sealed: string
  /** Null until a code has proved the secret. */
  readonly enabledAt: Date | null
  readonly codesLeft: number
}

/** A code that was right when it was checked. Whoever uses it spends it in the same transaction: of two at once one fails. */
export type FactorProof = {
  readonly userId: number
  /** Whose wrong codes are forgotten with it. */
  readonly bucket: string
} & ({ readonly step: number } | { readonly codeHash: string })

export interface TwoFactors {
  of(userId: number): Promise<FactorRecord | undefined>
  /** Stores a secret that waits for its first code, instead of an earlier one. @returns false when two-factor is on */
  enrol(userId: number, secret: string, now: Date): Promise<boolean>
  /**
   * Turns two-factor on with the secret that was proved, and stores its recovery codes.
   * @param step of the code, which is spent
   * @returns false when another enrolment was faster, or two-factor is on
   */
  enable(userId: number, sealed: string, step: number, codes: readonly string[], now: Date, announcement: Announcement): Promise<boolean>
  /** Turns two-factor off and ends a recovery. @throws AppError code_wrong when the code is spent */
  disable(proof: FactorProof, now: Date, announcement: Announcement): Promise<void>
  /** The old recovery codes end. @throws AppError code_wrong when the code is spent */
  replaceCodes(proof: FactorProof, codes: readonly string[], now: Date, announcement: Announcement): Promise<void>
  /** Uses the code up. @throws AppError code_wrong when it is spent */
  spend(proof: FactorProof, now: Date): Promise<void>
  /** An operator turns two-factor off. @returns false when it was off */
  reset(userId: number, by: string, now: Date, announcement: Announcement): Promise<boolean>
  /** @returns the stored hash of a recovery code */
  hashOf(userId: number, code: string): string
}

export type CodeFailures = { readonly count: number; readonly last: Date | null }
export interface CodeAttempts {
  /**
   * Counts a code as wrong before it is checked, unless it has to wait; attempts on one account run one after another.
   * @param waitFor milliseconds before the next code may be checked; 0 when now
   * @returns how long to wait; 0 when the attempt is counted
   */
  begin(userId: number, bucket: string, now: Date, waitFor: (failures: CodeFailures) => number): Promise<number>
}

export type Recovery = { readonly id: string; readonly userId: number; readonly endsAt: Date }
export type RecoveryRequest = {
  readonly id: string
  readonly userId: number
  readonly tokenHash: string
  readonly requestedAt: Date
  readonly expiresAt: Date
}
export type RecoveryStart = { readonly beganAt: Date; readonly endsAt: Date; readonly cancelHash: string }
export interface Recoveries {
  /** @returns milliseconds that the account has to wait for its next link; 0 when this one is stored with its mail */
  request(request: RecoveryRequest, mail: Mail, limit: MailLimit): Promise<number>
  /** @returns whose recovery an unused link begins */
  ofLink(tokenHash: string, now: Date): Promise<{ readonly userId: number } | undefined>
  /**
   * Uses the link. Where a recovery waits already, that one goes on.
   * @returns when the wait ends, and whether it is this one
   * @throws AppError token_invalid, two_factor_off
   */
  begin(tokenHash: string, start: RecoveryStart, announcement: Announcement): Promise<{ readonly endsAt: Date; readonly begun: boolean }>
  waitingOf(userId: number): Promise<Recovery | undefined>
  waitingByLink(cancelHash: string): Promise<Recovery | undefined>
  /** @returns false when it was cancelled or over already */
  cancel(id: string, now: Date, announcement: Announcement): Promise<boolean>
  due(now: Date, limit: number): Promise<Recovery[]>
  /** Removes the second factors. @returns false when it was cancelled, or another copy of auth has ended it */
  end(id: string, now: Date, announcement: Announcement): Promise<boolean>
}

export interface SignInLinks {
  /** @returns milliseconds that the account has to wait for its next link; 0 when this one is stored with its mail */
  issue(userId: number, token: MailedToken, mail: Mail, limit: MailLimit): Promise<number>
  /** @returns the account that an unused link signs in to, while its address is still the confirmed one */
  ofLink(tokenHash: string, now: Date): Promise<{ readonly userId: number } | undefined>
}

/** A sign-in that is complete; everything is written in one transaction. */
export type SignIn = {
  readonly userId: number
  readonly session: NewSession
  readonly device: KnownDevice
  readonly proof: FactorProof | undefined
  /** Of the mailed link, which is used up. */
  readonly linkHash: string | undefined
  readonly passkey: PasskeyUse | undefined
  readonly announcement: Announcement
}
export interface FactorSignIns {
  /** @throws AppError code_wrong, token_invalid, passkey_wrong when code, link or challenge is spent; nothing is written then */
  open(signIn: SignIn, now: Date): Promise<void>
  /** Whether the device cookie is one that was given out, and belongs to a browser that has signed in as this user. */
  deviceOf(userId: number, deviceHash: string, now: Date): Promise<{ readonly exists: boolean; readonly known: boolean }>
}

/** Where an account's security mails go: its address, and within 72 h of a change the old one. */
export interface AccountAddresses {
  /** @returns the verified ones: another may be a stranger's */
  of(userId: number, now: Date): Promise<{ readonly email: string; readonly language: string | null }[]>
  /**
   * @param userId whose mails are counted; by default everybody's
   * @returns milliseconds until the address may get another mail of this kind; 0 when now
   */
  waitFor(email: string, kind: MailKind, limit: MailLimit, userId?: number): Promise<number>
}
