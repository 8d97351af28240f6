import type { Announcement } from '../core/ports.ts'

/** A challenge that was answered. It is marked used in the transaction of what it permits. */
export type Challenge = { readonly hash: string; readonly expiresAt: Date }

/** A signature that was valid when it was checked. */
export type PasskeyUse = { readonly id: number; readonly counter: number; readonly challenge: Challenge }

/** Encrypts stored secrets. @see secret-box.adapter.ts */
export interface SecretBox {
  /** @param context the owner of the text, such as `user 5`: decryption needs the same one */
  seal(text: string, context: string): string
  /** @throws Error when the key, the context or a byte differs */
  open(stored: string, context: string): string
  /** @returns a keyed hash, hex */
  hashCode(code: string, context: string): string
}

/** The server's side of RFC 6238. */
export interface Authenticator {
  /** @returns base32 */
  newSecret(): string
  /** @returns the `otpauth:` address that a QR code holds */
  uriOf(secret: string, username: string): string
  /** @returns the time step of a code that is valid now; undefined for a wrong one */
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

/** A code that was right when it was checked. It is marked used in the transaction that relies on it: of two concurrent ones one fails. */
export type FactorProof = {
  readonly userId: number
  /** Whose wrong codes are deleted with it. */
  readonly bucket: string
} & ({ readonly step: number } | { readonly codeHash: string })

export interface TwoFactors {
  of(userId: number): Promise<FactorRecord | undefined>
  /** Stores a secret that is unproved until its first code, and replaces an earlier one. @returns false when two-factor is on */
  enrol(userId: number, secret: string, now: Date): Promise<boolean>
  /**
   * Turns two-factor on with the proved secret, and stores its recovery codes.
   * @param step of the code, which is marked used
   * @returns false when another enrolment was faster, or two-factor is on
   */
  enable(userId: number, sealed: string, step: number, codes: readonly string[], now: Date, announcement: Announcement): Promise<boolean>
  /** Turns two-factor off and ends a recovery. @throws AppError code_wrong when the code is used already */
  disable(proof: FactorProof, now: Date, announcement: Announcement): Promise<void>
  /** The old recovery codes end. @throws AppError code_wrong when the code is used already */
  replaceCodes(proof: FactorProof, codes: readonly string[], now: Date, announcement: Announcement): Promise<void>
  /** Marks the code used. @throws AppError code_wrong when it is used already */
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
