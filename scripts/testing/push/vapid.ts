/** Checks who sends a push: Voluntary Application Server Identification (VAPID, RFC 8292), as strict as the strictest push service. */
import { createPublicKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { DAY_MS } from '#proto/durations.ts'

const SCHEME = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/
/** The length of x and of y in an uncompressed point of P-256, after its first byte. */
const COORDINATE_BYTES = 32

type Expected = {
  /** The origin of the endpoint. */
  readonly origin: string
  /** The key with which the subscription was made; without it, any key is accepted. */
  readonly applicationServerKey?: string
  /** Milliseconds. */
  readonly now: number
}

/** @returns the reason for which a push service would refuse the header; undefined if it is valid */
export function vapidProblem(authorization: string | undefined, { origin, applicationServerKey, now }: Expected): string | undefined {
  const [, token = '', key = ''] = SCHEME.exec(authorization ?? '') ?? []
  if (!token) return `the Authorization header is not "vapid t=…, k=…": ${authorization}`
  if (applicationServerKey && key !== applicationServerKey) return 'VAPID: the subscription was made for another application server key'
  const seconds = Math.floor(now / 1000)
  try {
    const { exp = Number.POSITIVE_INFINITY, sub = '' } = jwt.verify(token, publicKeyOf(key), {
      algorithms: ['ES256'],
      audience: origin,
      clockTimestamp: seconds,
    }) as jwt.JwtPayload
    if (exp > seconds + DAY_MS / 1000) return 'VAPID: exp is more than 24 hours ahead (RFC 8292, section 2)'
    // Apple refuses localhost (BadJwtToken).
    if (!/^(mailto:[^@]+@|https:\/\/)(?!localhost\b)/.test(sub)) return `VAPID: sub is not the address of a contact: ${sub}`
    return undefined
  } catch (error) {
    return `VAPID: ${error instanceof Error ? error.message : String(error)}`
  }
}

function publicKeyOf(key: string) {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)]
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  return createPublicKey({ key: jwk, format: 'jwk' })
}
