/**
 * A call that Redis has lost (FLUSHALL, a new Redis): the doorbell's row says who answered, so it is made again from that, and nobody is
 * let in whom that row does not name. What the nodes still hold is adopted as it is; otherwise both sides join anew by the higher epoch.
 */
import { Refusal } from '#kit/refusal.ts'
import type { CallKind } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Call } from './call.ts'
import { change } from './change.ts'
import { type CallDeps, visitorParty } from './ports.ts'
import { opened, prepared } from './rules.ts'
import { speakerOf } from './who.ts'

export type Facts = Awaited<ReturnType<CallDeps['house']['facts']>>

/** @returns what kind of call there is or was to be: a call back after a message, or what the ring was answered with */
export function kindOf({ outcome, call }: Pick<Facts, 'outcome' | 'call'>): CallKind | undefined {
  if (outcome === 'answered_message') return call?.kind
  if (outcome === 'answered_video') return call?.kind ?? 'video'
  return outcome === 'answered_audio' ? (call?.kind ?? 'audio') : undefined
}

/** @throws not_found for a stranger, call_not_there where there is no call */
export async function currentCall(deps: CallDeps, activityId: number, caller: Caller): Promise<Call> {
  const stored = await deps.calls.read(activityId)
  if (stored) return stored.call
  const facts = await deps.house.facts(activityId)
  speakerOf(caller, activityId, facts.ownerId)
  const call = (await rebuildFromFacts(deps, facts)) ?? (await prepareAgain(deps, facts))
  if (!call) throw new Refusal('call_not_there')
  return call
}

const time = (iso: string | null | undefined) => (iso ? new Date(iso).getTime() : null)

/** What a node still holds of it. */
export type Adopted = { readonly node: string; readonly epoch: number }

export async function rebuildFromFacts(deps: CallDeps, facts: Facts, adopted?: Adopted): Promise<Call | undefined> {
  const kind = kindOf(facts)
  const { activityId, ownerId, call: recorded } = facts
  if (!kind || !facts.answeredSession || recorded?.endedAt) return undefined
  const holder = { session: facts.answeredSession, device: facts.answeredBy ?? '' }
  const visitorThere = (await deps.presence.count(visitorParty(activityId))) > 0
  const callId = recorded?.callId ?? deps.newId()
  return change(deps, activityId, (before, now) => {
    if (before && before.stage !== 'prepared') return before
    const call = opened(before, { activityId, ownerId, kind, holder, callId, now, visitorThere: visitorThere || adopted !== undefined })
    const connectedAt = time(recorded?.connectedAt)
    return {
      ...call,
      ...(adopted ? { node: adopted.node, epoch: adopted.epoch, activated: adopted.epoch } : {}),
      startedAt: time(recorded?.startedAt) ?? call.startedAt,
      ...(connectedAt === null ? {} : { stage: 'interrupted' as const, connectedAt, lostAt: now, interruptedAt: now }),
    }
  })
}

/** Still ringing at a premium owner: media may stand by again. */
async function prepareAgain(deps: CallDeps, facts: Facts): Promise<Call | undefined> {
  if (!facts.live || !facts.ownerPremium || !facts.firstInLine) return undefined
  const { activityId, ownerId, endsAt } = facts
  return change(deps, activityId, (before, now) =>
    prepared(before, { activityId, ownerId, callId: deps.newId(), now }, new Date(endsAt).getTime()),
  )
}
