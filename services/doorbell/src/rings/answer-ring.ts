import { AppError } from '#kit/app-error.ts'
import type { Outbox } from '#kit/outbox.ts'
import { type CommunicationType, type HandledType, VOCABULARY } from '#proto/entities.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { type AccessDeps, ringOfResident } from '../core/access.ts'
import type { BillingClient } from '../core/billing.ts'
import { isLive, memberOf, outcomeOf, type Ring, wasAnswered } from '../core/ring.ts'
import { acceptedFrame, endedFrame, type LiveUpdateDeps, publishOutcome } from './live-updates.ts'
import type { Rings } from './rings.ts'

export type AnswerDeps = LiveUpdateDeps &
  AccessDeps & {
    readonly rings: Pick<Rings, 'answer'>
    readonly outbox: Outbox
    readonly billing: BillingClient
  }
export type AnswerKind = keyof typeof VOCABULARY
export type Claim = { readonly ring: Ring; readonly repeated: boolean }

/** The inverse of the table of docs/product/decisions.md, 14. */
export function answerKindOf(handledType: HandledType): AnswerKind {
  const wishes = Object.keys(VOCABULARY) as AnswerKind[]
  return wishes.find((kind) => VOCABULARY[kind].handledType === handledType) ?? 'dismiss'
}

/**
 * The first answer wins (docs/product/decisions.md, 10): PUT handle, call_response and the first chat message all use one conditional
 * update of the row. The winner is final; a repetition by the same session gets the same result.
 * @throws AppError answered_elsewhere, ring_over, scope_missing (an API token has no page for a call), subscription_required (billing is
 *   called for video and audio; the ring continues)
 */
export async function answerRing(deps: AnswerDeps, id: number, kind: AnswerKind, caller: Caller): Promise<Claim> {
  const ring = await ringOfResident(deps, id, caller)
  const resident = caller.resident as ResidentIdentity
  if (resident.scopes && isCall(kind)) throw new AppError('scope_missing')
  if (!isLive(ring, deps.clock.now())) return claimResult(deps, ring, kind, resident)
  await requirePremium(deps, ring, kind)
  const at = deps.clock.now()
  const { outcome, handledType } = VOCABULARY[kind]
  const { session, device } = resident
  const event = deps.outbox.row('doorbell.handled', {
    activityId: id,
    ownerId: ring.ownerId,
    handledType,
    session,
    device,
    at: at.toISOString(),
    members: ring.members.map(({ userId }) => userId),
  })
  const member = memberOf(ring, resident.userId)?.name ?? null
  const won = await deps.rings.answer(id, { outcome, session, device, member }, event, at)
  if (!won) return claimResult(deps, await ringOfResident(deps, id, caller), kind, resident)
  publishOutcome(deps, won, kind === 'dismiss' ? endedFrame(won, 'dismissed') : acceptedFrame(won, kind))
  if (!won.test) deps.outbox.soon(event)
  return { ring: won, repeated: false }
}

const isCall = (kind: AnswerKind) => kind === 'video' || kind === 'audio'

/** Video and audio need premium (docs/product/decisions.md, 18). The claim calls billing: doorbell's copy may be out of date. */
async function requirePremium({ billing }: AnswerDeps, ring: Ring, kind: AnswerKind): Promise<void> {
  if (!isCall(kind)) return
  if (await billing.isPremium(ring.ownerId)) return
  throw new AppError(kind === 'audio' ? 'subscription_required.audio' : 'subscription_required')
}

function claimResult({ clock }: AnswerDeps, ring: Ring, kind: AnswerKind, { session }: ResidentIdentity): Claim {
  const outcome = outcomeOf(ring, clock.now())
  const mine = ring.answeredSession === session
  if (mine && outcome === VOCABULARY[kind].outcome) return { ring, repeated: true }
  if (outcome === 'missed' || outcome === 'cancelled' || (mine && outcome === 'dismissed')) throw new AppError('ring_over')
  throw new AppError(mine ? 'answered_elsewhere.here' : 'answered_elsewhere')
}

/** How an answered ring was answered, for replays. */
export function answeredWith(ring: Ring): CommunicationType | undefined {
  if (!wasAnswered(ring.outcome)) return undefined
  return (['video', 'audio', 'message'] as const).find((kind) => VOCABULARY[kind].outcome === ring.outcome)
}
