/** What passkeys need of WebAuthn. */
import type { NewCredential, UsedCredential } from '#proto/operations/passkeys.ts'
import type { Challenge } from '../sign-in/factors.ts'

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
