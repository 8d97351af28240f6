import { Secret, TOTP } from 'otpauth'

/** A time step of RFC 6238 in milliseconds. A code is accepted once, so the next one is that of the next step. */
export const STEP_MS = 30_000

/** The code of an authenticator app. @param secret base32 @param at milliseconds since 1970 */
export const codeAt = (secret: string, at: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_MS / 1_000, timestamp: at })
