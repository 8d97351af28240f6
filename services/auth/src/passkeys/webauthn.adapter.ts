/** Passkeys by `@simplewebauthn/server`, and their challenges. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { deriveKey } from '#kit/derive-key.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { TIME } from '#proto/limits.ts'
import type { Challenge } from '../sign-in/factors.ts'
import type { ChallengePurpose, WebAuthn } from './webauthn.ts'

const RANDOM = 32
/** Milliseconds since 1970. */
const TIMESTAMP = 6
const MAC = 32
/** Longer than a challenge in base64url. */
const CHALLENGE_MAX = 100
/** What a row holds: 1,500 bytes in base64url; a key of RSA-8192 has 1,035. */
const PUBLIC_KEY_MAX = 2_000

/**
 * Challenges of 256 random bits that are not stored: they carry their expiry and are signed for one purpose.
 * @param key used for nothing else
 */
export function createChallenges(key: string) {
  const sign = (body: Buffer, purpose: ChallengePurpose) => createHmac('sha256', key).update(purpose).update('\0').update(body).digest()
  return {
    issue: (purpose: ChallengePurpose, now: Date): string => {
      const ends = Buffer.alloc(TIMESTAMP)
      ends.writeUIntBE(now.getTime() + TIME.passkeyChallengeLife, 0, TIMESTAMP)
      const body = Buffer.concat([randomBytes(RANDOM), ends])
      return Buffer.concat([body, sign(body, purpose)]).toString('base64url')
    },
    /**
     * @param challenge of the client's data, which is any JSON
     * @returns undefined for a challenge of another purpose, a wrong signature, or an expired one
     */
    check: (challenge: unknown, purpose: ChallengePurpose, now: Date): Challenge | undefined => {
      if (typeof challenge !== 'string' || challenge.length > CHALLENGE_MAX) return undefined
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== RANDOM + TIMESTAMP + MAC) return undefined
      const body = bytes.subarray(0, RANDOM + TIMESTAMP)
      if (!timingSafeEqual(bytes.subarray(RANDOM + TIMESTAMP), sign(body, purpose))) return undefined
      const expiresAt = new Date(body.readUIntBE(RANDOM, TIMESTAMP))
      // Of the bytes: another spelling in base64 is the same challenge.
      return expiresAt > now ? { hash: tokenHash(bytes.toString('base64url')), expiresAt } : undefined
    },
  }
}

/**
 * No attestation is requested. One with certificates is refused unread: the library would check their path to the sender's own root, and
 * fetch the addresses they name.
 * @throws Error for an attestation other than `none` and the passkey's own signature (WebAuthn, 8.2 and 8.7), or undecodable data
 */
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  if (format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)) return
  throw new Error('an attestation that nobody asked for')
}

const credentialOf = (id: string, rawId: string) => ({ id, rawId, type: 'public-key', clientExtensionResults: {} }) as const

/**
 * @param publicUrl whose origin and host browsers sign
 * @param secret of the configuration; each use gets a key of its own, derived from it
 */
export function createWebAuthn(publicUrl: string, secret: string, log: Log): WebAuthn {
  const { origin, hostname } = new URL(publicUrl)
  const rpId = isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname
  const challenges = createChallenges(deriveKey(secret, 'passkey challenges'))
  const handleKey = deriveKey(secret, 'passkey user handles')
  /** The library throws for every response that does not match. */
  const verified = async <T>(verify: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await verify()
    } catch (err) {
      log.debug({ reason: err instanceof Error ? err.message : String(err) }, 'passkey not verified')
      return undefined
    }
  }
  const expected = (purpose: ChallengePurpose, now: Date) => {
    const answered: { challenge?: Challenge | undefined } = {}
    const expectedChallenge = (challenge: unknown) => {
      answered.challenge = challenges.check(challenge, purpose, now)
      return answered.challenge !== undefined
    }
    return { answered, options: { expectedChallenge, expectedOrigin: origin, expectedRPID: rpId ?? '', requireUserVerification: true } }
  }
  return {
    rpId,
    handleOf: (userId) => createHmac('sha256', handleKey).update(`user ${userId}`).digest('base64url'),
    newChallenge: challenges.issue,
    created: async ({ id, rawId, response }, purpose, now) => {
      const { answered, options } = expected(purpose, now)
      const { clientDataJSON, attestationObject } = response
      const credential = { ...credentialOf(id, rawId), response: { clientDataJSON, attestationObject } }
      const result = await verified(() => {
        refuseCertificates(attestationObject)
        return verifyRegistrationResponse({ response: credential, ...options })
      })
      if (!result?.verified || !answered.challenge) return undefined
      const { credential: made } = result.registrationInfo
      const publicKey = Buffer.from(made.publicKey).toString('base64url')
      if (made.id !== id || publicKey.length > PUBLIC_KEY_MAX) return undefined
      return { passkey: { credentialId: made.id, publicKey, counter: made.counter }, challenge: answered.challenge }
    },
    used: async ({ id, rawId, response }, passkey, purpose, now) => {
      const { answered, options } = expected(purpose, now)
      const { clientDataJSON, authenticatorData, signature } = response
      const credential = { ...credentialOf(id, rawId), response: { clientDataJSON, authenticatorData, signature } }
      // With 0 the library leaves the counter to us, which detects a copy only once the signature is valid.
      const stored = { id: passkey.credentialId, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 }
      const result = await verified(() => verifyAuthenticationResponse({ response: credential, credential: stored, ...options }))
      if (!result?.verified || !answered.challenge) return undefined
      return { counter: result.authenticationInfo.newCounter, challenge: answered.challenge }
    },
  }
}
