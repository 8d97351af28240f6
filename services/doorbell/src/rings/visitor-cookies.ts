/**
 * The signed cookie that proves a ring to its visitor (docs/product/decisions.md, 6), and the erasure token, which outlives it
 * (record 0016).
 */
import type { Clock } from '#kit/clock.ts'
import { Answer } from '#kit/handlers.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { signToken } from '#kit/tokens.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import type { ErasureClaims, VisitClaims } from '#proto/tokens.ts'
import type { Ring } from '../core/ring.ts'

type Deps = { readonly visitorTokenKeys: SigningKeys; readonly clock: Clock }

const TOKEN_SECONDS = TIME.visitorTokenLife / 1000

/** The visitor's view, and the cookies for their browser. */
export function answerWithCookies({ visitorTokenKeys, clock }: Deps, ring: Ring, visit: VisitWithChat) {
  const claims: VisitClaims = { use: 'visit', activityId: ring.id, userId: ring.publicNumber }
  const now = clock.now()
  const token = signToken(visitorTokenKeys, claims, TOKEN_SECONDS, now)
  const left: ErasureClaims = { use: 'left', activityId: ring.id }
  const leftSeconds = Math.max(1, Math.floor((ring.expiresAt.getTime() - now.getTime()) / 1000))
  return new Answer(visit, {
    cookies: {
      visit: { activityId: ring.id, token, maxAgeSeconds: TOKEN_SECONDS },
      left: { activityId: ring.id, token: signToken(visitorTokenKeys, left, leftSeconds, now), maxAgeSeconds: leftSeconds },
    },
  })
}
