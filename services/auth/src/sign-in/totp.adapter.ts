/** Time-based codes as every authenticator app computes them: RFC 6238 with SHA-1, six digits, 30 s. */
import { Secret, TOTP } from 'otpauth'
import type { Authenticator } from './factors.ts'

const ISSUER = 'Digital Doorbell'
/** RFC 4226, 4: as long as the hash. */
const SECRET_BYTES = 20
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after the present one, for clocks that differ (RFC 6238, 5.2). */
const WINDOW = 1

export const createAuthenticator = (): Authenticator => ({
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
  uriOf: (secret, username) => new TOTP({ ...CODES, issuer: ISSUER, label: username, secret }).toString(),
  stepOf: (secret, code, now) => {
    const timestamp = now.getTime()
    const delta = TOTP.validate({ ...CODES, token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
    return delta === null ? undefined : TOTP.counter({ period: CODES.period, timestamp }) + delta
  },
})
