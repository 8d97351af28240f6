/** What passkeys need of WebAuthn. */
import type { NewCredential, UsedCredential } from '#proto/operations/passkeys.ts'
import type { Challenge } from '../sign-in/factors.ts'

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
