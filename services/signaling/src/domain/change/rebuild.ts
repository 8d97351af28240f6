/**
 * Rebuilds a call that Redis has lost (FLUSHALL, a new Redis) from doorbell's row, which contains the answering session; no other may join.
 * A room that a node still carries is adopted; otherwise both sides rejoin with a higher epoch.
 */
import { AppError } from '#kit/app-error.ts'
import type { CallKind } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Call } from '../call/call.ts'
import { participantOf } from '../call/participant.ts'
import { connected, interrupted, opened, prepared } from '../call/rules.ts'
import { type CallDeps, visitorParty } from '../ports.ts'
import { change } from './change.ts'

export type Facts = Awaited<ReturnType<CallDeps['doorbell']['facts']>>

/** @returns the kind of the call: of a call back after a message, or of the answer */
export function kindOf({ outcome, call }: Pick<Facts, 'outcome' | 'call'>): CallKind | undefined {
  if (outcome === 'answered_message') return call?.kind
  if (outcome === 'answered_video') return call?.kind ?? 'video'
  return outcome === 'answered_audio' ? (call?.kind ?? 'audio') : undefined
}

/** @throws not_found for anyone who is not a participant, call_not_there if there is no call */
export async function currentCall(deps: CallDeps, activityId: number, caller: Caller): Promise<Call> {
  const stored = await deps.calls.read(activityId)
  if (stored) return stored.call
  const facts = await deps.doorbell.facts(activityId)
  participantOf(caller, activityId, facts)
  const call = (await rebuildFromFacts(deps, facts)) ?? (await prepareAgain(deps, facts))
  if (!call) throw new AppError('call_not_there')
  return call
}

const time = (iso: string | null | undefined) => (iso ? new Date(iso).getTime() : null)

/** The room that still exists on a node. */
export type Adopted = { readonly node: string; readonly epoch: number }

export async function rebuildFromFacts(deps: CallDeps, facts: Facts, adopted?: Adopted): Promise<Call | undefined> {
  const kind = kindOf(facts)
  const { activityId, ownerId, members, call: recorded } = facts
  if (!kind || !facts.answeredSession || recorded?.endedAt) return undefined
  const holder = { session: facts.answeredSession, device: facts.answeredBy ?? '' }
  const visitorThere = (await deps.presence.count(visitorParty(activityId))) > 0
  const callId = recorded?.callId ?? deps.newId()
  return change(deps, activityId, (before, now) => {
    if (before && before.stage !== 'prepared') return before
    const isThere = visitorThere || adopted !== undefined
    const call = opened(before, { activityId, ownerId, members, kind, holder, callId, now, visitorThere: isThere, clientId: null })
    if (call.stage !== 'connecting' || !call.holder) return call
    const room = adopted ? { node: adopted.node, epoch: adopted.epoch, activated: adopted.epoch } : {}
    const rebuilt = { ...call, ...room, startedAt: time(recorded?.startedAt) ?? call.startedAt }
    const connectedAt = time(recorded?.connectedAt)
    return connectedAt === null ? rebuilt : interrupted({ ...connected(rebuilt, call.holder, now), connectedAt }, now, now)
  })
}

/** Still ringing for a premium owner: media may be prepared again. */
async function prepareAgain(deps: CallDeps, facts: Facts): Promise<Call | undefined> {
  if (!facts.live || !facts.ownerPremium || !facts.firstInLine) return undefined
  const { activityId, ownerId, members, endsAt } = facts
  return change(deps, activityId, (before, now) =>
    prepared(before, { activityId, ownerId, members, callId: deps.newId(), now }, new Date(endsAt).getTime()),
  )
}
