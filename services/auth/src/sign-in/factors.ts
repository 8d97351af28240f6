import type { Announcement } from '../core/ports.ts'

/** A challenge that was answered. It is spent in the transaction of what it permits. */
export type Challenge = { readonly hash: string; readonly expiresAt: Date }

/** A signature that was right when it was checked. */
export type PasskeyUse = { readonly id: number; readonly counter: number; readonly challenge: Challenge }

/** Encrypts what is kept. @see secret-box.adapter.ts */
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
