/**
 * A browser's proofs of its visits. Each token is verified when it is needed, and once: verifying a signature costs more than most of a
 * refused request, so the sender has been counted by then, and a request that names an activity verifies only that token.
 */
import type { Clock } from '#kit/clock.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { signToken, verifyToken } from '#kit/tokens.ts'
import type { CookieEffects, VisitIdentity } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { ErasureClaims, VisitClaims } from '#proto/tokens.ts'
import { type CookieJar, expiryOf, newestOf } from './cookies.ts'
import type { ReportRefusal } from './refusals.ts'

/** A visitor's cookie in use is renewed hourly, so it expires 24 h after its last use (docs/product/decisions.md, 6). */
const RENEW_AFTER_S = 3600

export type VisitProofs = {
  /** @returns the opaque `userId` that the activity's visitor has, undefined without a proof */
  readonly userIdOf: (activityId: number) => number | undefined
  /** Whether this browser may still see and erase the activity, also after its cookie has expired. */
  readonly mayErase: (activityId: number) => boolean
  /** The newest visits that this browser may continue. */
  readonly visits: () => readonly VisitIdentity[]
  /** These, and the newest that it may only see and erase. */
  readonly erasableVisits: () => readonly VisitIdentity[]
  /** A new cookie in place of a verified old one. */
  readonly renewed: () => CookieEffects | undefined
}

type Deps = { readonly visitorKeys: SigningKeys; readonly reportRefusal: ReportRefusal; readonly clock: Clock }

export function createVisitProofs({ visitorKeys, reportRefusal, clock }: Deps, jar: Pick<CookieJar, 'visits' | 'left'>): VisitProofs {
  const now = clock.now()
  const userIds = new Map<number, number | undefined>()
  let renewed: CookieEffects | undefined
  let isReported = false

  const reportForged = (token: string) => {
    if (isReported || expiryOf(token) <= now.getTime()) return
    isReported = true
    reportRefusal('forged_token')
  }
  const verifyVisit = (activityId: number): number | undefined => {
    const token = jar.visits.get(activityId)
    if (token === undefined) return undefined
    const claims = verifyToken(visitorKeys, VisitClaims, token, now)
    if (claims?.activityId !== activityId) {
      reportForged(token)
      return undefined
    }
    const { iat, ...claim } = claims
    if (now.getTime() / 1000 - iat > RENEW_AFTER_S) {
      const seconds = TIME.visitorTokenLife / 1000
      renewed = { visit: { activityId, token: signToken(visitorKeys, claim, seconds, now), maxAgeSeconds: seconds } }
    }
    return claim.userId
  }
  const userIdOf = (activityId: number) => {
    if (!userIds.has(activityId)) userIds.set(activityId, verifyVisit(activityId))
    return userIds.get(activityId)
  }
  const holdsErasureToken = (activityId: number) => {
    const token = jar.left.get(activityId)
    return token !== undefined && verifyToken(visitorKeys, ErasureClaims, token, now)?.activityId === activityId
  }
  const held = () => newestOf('visit', jar.visits).filter((activityId) => userIdOf(activityId) !== undefined)

  return {
    userIdOf,
    mayErase: (activityId) => userIdOf(activityId) !== undefined || holdsErasureToken(activityId),
    visits: () => held().map((activityId) => ({ activityId })),
    erasableVisits: () => {
      const left = newestOf('left', jar.left).filter(holdsErasureToken)
      return [...new Set([...held(), ...left])].map((activityId) => ({ activityId }))
    },
    renewed: () => renewed,
  }
}
