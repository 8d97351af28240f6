import { Refusal } from '#kit/refusal.ts'
import { type CommunicationType, type HandledType, VOCABULARY } from '#proto/entities.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { AUDIO_NEEDS_PREMIUM } from '#proto/errors.ts'
import { ringOfResident } from './access.ts'
import type { Outbox, Rings, Tiers } from './ports.ts'
import { isLive, outcomeOf, type Ring, wasAnswered } from './ring.ts'
import { acceptedFrame, endedFrame, type TellDeps, tellOutcome } from './tell.ts'

export type AnswerDeps = TellDeps & {
  readonly rings: TellDeps['rings'] & Pick<Rings, 'find' | 'answer'>
  readonly outbox: Outbox
  readonly tiers: Tiers
}
export type Wish = keyof typeof VOCABULARY
export type Claimed = { readonly ring: Ring; readonly repeated: boolean }

/** Decision 14's table, backwards. */
export function wishOf(handledType: HandledType): Wish {
  const wishes = Object.keys(VOCABULARY) as Wish[]
  return wishes.find((wish) => VOCABULARY[wish].handledType === handledType) ?? 'dismiss'
}

/**
 * First answer wins (decision 10): one conditional update of the row, for PUT handle, call_response and the first chat message alike. The
 * winner is final; the same session repeating gets the same answer.
 * @throws Refusal answered_elsewhere, ring_over, subscription_required (asked of billing for video and audio; the ring goes on)
 */
export async function answerRing(deps: AnswerDeps, id: number, wish: Wish, caller: Caller): Promise<Claimed> {
  const ring = await ringOfResident(deps, id, caller)
  const resident = caller.resident as ResidentIdentity
  if (!isLive(ring, deps.clock.now())) return settled(deps, ring, wish, resident)
  await allow(deps, ring, wish)
  const at = deps.clock.now()
  const { outcome, handledType } = VOCABULARY[wish]
  const { session, device } = resident
  const event = deps.outbox.row('doorbell.handled', {
    activityId: id,
    ownerId: ring.ownerId,
    handledType,
    session,
    device,
    at: at.toISOString(),
  })
  const won = await deps.rings.answer(id, { outcome, session, device }, event, at)
  if (!won) return settled(deps, await ringOfResident(deps, id, caller), wish, resident)
  tellOutcome(deps, won, wish === 'dismiss' ? endedFrame(won, 'dismissed') : acceptedFrame(won, wish))
  deps.outbox.soon(event)
  return { ring: won, repeated: false }
}

/** Video and audio need premium (decision 18); the claim asks billing, never the projection. */
async function allow({ tiers }: AnswerDeps, ring: Ring, wish: Wish): Promise<void> {
  if (wish !== 'video' && wish !== 'audio') return
  if (await tiers.isPremium(ring.ownerId)) return
  throw new Refusal('subscription_required', wish === 'audio' ? { message: AUDIO_NEEDS_PREMIUM } : {})
}

function settled({ clock }: AnswerDeps, ring: Ring, wish: Wish, { session }: ResidentIdentity): Claimed {
  const outcome = outcomeOf(ring, clock.now())
  const mine = ring.answeredSession === session
  if (mine && outcome === VOCABULARY[wish].outcome) return { ring, repeated: true }
  if (outcome === 'missed' || outcome === 'cancelled' || (mine && outcome === 'dismissed')) throw new Refusal('ring_over')
  throw new Refusal('answered_elsewhere', mine ? { message: 'You have already answered this ring.' } : {})
}

/** How an answered ring was answered, for replays. */
export function answeredWith(ring: Ring): CommunicationType | undefined {
  if (!wasAnswered(ring.outcome)) return undefined
  return (['video', 'audio', 'message'] as const).find((kind) => VOCABULARY[kind].outcome === ring.outcome)
}
