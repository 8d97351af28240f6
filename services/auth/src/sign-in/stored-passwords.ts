/** How passwords are hashed and stored. */
import type { EventEnvelope } from '#proto/events.ts'
import type { RevokedEvent } from '../core/end-sessions.ts'
import type { Mail } from '../core/ports.ts'

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

export type PasswordChange = {
  readonly userId: number
  /** The hash that was verified; a password that was changed meanwhile stays. */
  readonly from: string
  readonly to: string
  readonly now: Date
  /** The session and device of the caller, which stay signed in. */
  readonly session: string
  readonly deviceHash: string | undefined
  readonly event: EventEnvelope<'auth.password_changed'>
  readonly revoked: RevokedEvent
  readonly mail: (to: string) => Mail
}

export interface PasswordStore {
  /**
   * Whether the account still has this password. Waits for a change in progress, so that a log-in that verified the old password before the
   * change leaves no session behind.
   */
  isCurrent(userId: number, hash: string): Promise<boolean>
  /** The same password in its normal form: nothing else changes. @returns false when it is no longer `from` */
  rehash(userId: number, from: string, to: string): Promise<boolean>
  /**
   * Sets the password, ends all other sessions, forgets all other devices, and invalidates every pending link of the account.
   * @returns the events of the ended sessions; undefined when the password is no longer `from`
   */
  change(change: PasswordChange): Promise<EventEnvelope<'auth.session_revoked'>[] | undefined>
}
