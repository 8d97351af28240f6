/** The interfaces to WebAuthn and to the database that passkeys need. */
import type { NewCredential, UsedCredential } from '#proto/operations/passkeys.ts'
import type { Announcement } from '../core/ports.ts'
import type { Challenge, PasskeyUse } from '../sign-in/factors.ts'

/** The purpose of a challenge: a session's, or a sign-in without an account. A challenge for one purpose is refused for another. */
export type ChallengePurpose = `add ${string}` | `confirm ${string}` | 'sign in'

export type CreatedPasskey = {
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  readonly counter: number
}
export interface WebAuthn {
  /** The host of the public address; undefined where that is an IP address, for which no browser makes passkeys. */
  readonly rpId: string | undefined
  /** @returns the user handle, which the device stores and returns in place of the account's name; always the same for one account */
  handleOf(userId: number): string
  newChallenge(purpose: ChallengePurpose, now: Date): string
  /** @returns undefined for a credential that was not created for us now by this browser, or whose user was not verified */
  created(
    credential: NewCredential,
    purpose: ChallengePurpose,
    now: Date,
  ): Promise<{ readonly passkey: CreatedPasskey; readonly challenge: Challenge } | undefined>
  /** @returns the new counter; undefined where the signature is wrong, for another site, expired, or of an unverified user */
  used(
    credential: UsedCredential,
    passkey: { readonly credentialId: string; readonly publicKey: string },
    purpose: ChallengePurpose,
    now: Date,
  ): Promise<{ readonly counter: number; readonly challenge: Challenge } | undefined>
}

export type PasskeyRecord = {
  readonly id: number
  readonly userId: number
  readonly credentialId: string
  readonly publicKey: string
  readonly userHandle: string
  readonly counter: number
  readonly name: string
  readonly device: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}
export type NewPasskey = Omit<PasskeyRecord, 'id' | 'lastUsedAt'>

export interface Passkeys {
  /** Newest first. */
  of(userId: number): Promise<PasskeyRecord[]>
  byCredential(credentialId: string): Promise<PasskeyRecord | undefined>
  /**
   * @param session the one that adds it
   * @throws AppError passkey_invalid when the challenge is spent or the credential known, passkeys_full, password_needed when the session
   *   has ended meanwhile
   */
  add(passkey: NewPasskey, session: string, challenge: Challenge, announcement: Announcement): Promise<PasskeyRecord>
  /** @returns undefined for another account's */
  rename(userId: number, id: number, name: string): Promise<PasskeyRecord | undefined>
  /** @returns false for another account's */
  remove(userId: number, id: number, announcement: Announcement): Promise<boolean>
  /**
   * Marks the challenge used, stores the counter and the time of the confirmation, in one transaction.
   * @throws AppError passkey_wrong when the challenge is used or the counter did not grow
   */
  confirm(use: PasskeyUse, session: string, now: Date): Promise<void>
  /** Marks the challenge used and announces the copy. @returns false when the challenge was used before */
  refuseCopy(challenge: Challenge, announcement: Announcement): Promise<boolean>
}
