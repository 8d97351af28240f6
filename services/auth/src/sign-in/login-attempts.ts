import type { EventEnvelope } from '#proto/events.ts'
import type { SignInName, UserRecord } from '../core/account.ts'
import type { KnownDevice, NewSession } from '../core/session.ts'

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

export interface LoginAttempts {
  /**
   * The key of the account that this name or address signs in to. If a name equals another account's address, the address decides.
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
