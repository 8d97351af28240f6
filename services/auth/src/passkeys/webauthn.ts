/** What passkeys need of WebAuthn and of the database. */
import type { NewCredential, UsedCredential } from '#proto/operations/passkeys.ts'
import type { Announcement } from '../core/ports.ts'
import type { Challenge, PasskeyUse } from '../sign-in/factors.ts'

/** What a challenge is for: a session's, or a sign-in of anybody. A challenge of one counts for no other. */
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
  /** @returns what the device keeps and returns instead of the account's name; always the same for one account */
  handleOf(userId: number): string
  newChallenge(purpose: ChallengePurpose, now: Date): string
  /** @returns undefined for a credential that this browser did not create for us now, or whose user was not verified */
  created(
    credential: NewCredential,
    purpose: ChallengePurpose,
    now: Date,
  ): Promise<{ readonly passkey: CreatedPasskey; readonly challenge: Challenge } | undefined>
  /** @returns the new counter; undefined where the signature is not the passkey's, not for us, not for now, or of an unverified user */
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
   * @param session that adds it
   * @throws AppError passkey_invalid when the challenge is spent or the credential known, passkeys_full, password_needed when the session
   *   has ended meanwhile
   */
  add(passkey: NewPasskey, session: string, challenge: Challenge, announcement: Announcement): Promise<PasskeyRecord>
  /** @returns undefined for another account's */
  rename(userId: number, id: number, name: string): Promise<PasskeyRecord | undefined>
  /** @returns false for another account's */
  remove(userId: number, id: number, announcement: Announcement): Promise<boolean>
  /**
   * Spends the challenge, moves the counter on and makes the session fresh, in one transaction.
   * @throws AppError passkey_wrong when the challenge is spent or the counter was
   */
  confirm(use: PasskeyUse, session: string, now: Date): Promise<void>
  /** Spends the challenge and tells of the copy. @returns false when the challenge was spent before */
  refuseCopy(challenge: Challenge, announcement: Announcement): Promise<boolean>
}
