/**
 * The frame call_response: accept, decline, end (docs/product/interface.md, Socket; docs/product/states.md;
 * docs/product/decisions.md, 10, 18).
 */
import { AppError } from '#kit/app-error.ts'
import { isStoreUnavailable } from '#kit/store-unavailable.ts'
import type { CommunicationType } from '#proto/entities.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Call, isLive, isResident, type Residents } from '../call/call.ts'
import { holdsClaim, isVisitor } from '../call/participant.ts'
import { hungUp, ringOver } from '../call/rules.ts'
import { stateFrame } from '../call/view.ts'
import { changeExisting } from '../change/change.ts'
import type { CallDeps } from '../ports.ts'
import { endConversation } from './end-conversation.ts'
import { hangUp } from './hang-up.ts'
import { callBack } from './late-call.ts'
import { offerChat } from './offer-chat.ts'
import { openCall } from './open-call.ts'

export type Response = {
  readonly activityId: number
  readonly accepted: boolean
  readonly communicationType: CommunicationType
  readonly reasonCode: string | undefined
  readonly caller: Caller
}

/** @throws not_found | answered_elsewhere | ring_over | subscription_required | call_not_there */
export async function respond(deps: CallDeps, response: Response): Promise<ServerFrame[]> {
  const { caller, activityId, accepted } = response
  if (caller.resident) return accepted ? accept(deps, response, caller.resident) : decline(deps, response, caller.resident)
  if (!isVisitor(caller, activityId)) throw new AppError('not_found')
  if (accepted) throw new AppError('call_not_there.visitor')
  return giveUp(deps, activityId, caller)
}

/**
 * @returns undefined also while Redis is away: a ring without a call is answered and ended by doorbell alone, and what concerns a call
 * reads it again
 */
async function callIfKnown({ calls }: CallDeps, activityId: number): Promise<Call | undefined> {
  try {
    return (await calls.read(activityId))?.call
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    return undefined
  }
}

/** The visitor cancels a live ring or hangs up. Idempotent. */
async function giveUp(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const call = await callIfKnown(deps, activityId)
  if (call && isLive(call)) await hangUp(deps, activityId)
  else if (!(await deps.doorbell.cancelLive(activityId, caller)).cancelled) await endAnswered(deps, activityId, call)
  return []
}

/** Ends what an answer has begun: its call, which may not be open yet, or a conversation without one. */
async function endAnswered(deps: CallDeps, activityId: number, call: Call | undefined): Promise<void> {
  const ended = await hangUp(deps, activityId)
  if (!ended && call?.stage !== 'ended') await endConversation(deps, activityId)
}

async function accept(deps: CallDeps, response: Response, resident: ResidentIdentity): Promise<ServerFrame[]> {
  const { activityId, communicationType, caller } = response
  const from = { resident, clientId: caller.clientId ?? null }
  try {
    const { activity, members } = await deps.doorbell.claim({ activityId, answer: communicationType }, caller)
    // A test ring has no visitor to talk to: it is only claimed.
    if (activity.test) return []
    if (communicationType === 'message') return afterMessage(deps, activityId)
    if (activity.outcome === 'answered_video' || activity.outcome === 'answered_audio')
      return await enter(deps, response, { ownerId: activity.userId, members }, from)
    return await callBack(deps, response, from)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'subscription_required') await offerChat(deps, activityId)
    if (communicationType === 'message' || (error.code !== 'ring_over' && error.code !== 'answered_elsewhere')) throw error
    return callBack(deps, response, from, error)
  }
}

/** The answer is stored: while Redis is away, doorbell's event releases what was prepared. */
async function afterMessage(deps: CallDeps, activityId: number): Promise<ServerFrame[]> {
  await changeExisting(deps, activityId, ringOver).catch((error: unknown) => {
    if (!isStoreUnavailable(error)) throw error
  })
  return []
}

/** Opens the call for the claiming session, once. An ended call may be called back. */
async function enter(
  deps: CallDeps,
  response: Response,
  { ownerId, members }: Residents,
  from: { readonly resident: ResidentIdentity; readonly clientId: string | null },
): Promise<ServerFrame[]> {
  const { activityId } = response
  const kind = response.communicationType === 'audio' ? 'audio' : 'video'
  const before = await deps.calls.read(activityId)
  if (before?.call.stage === 'ended') return callBack(deps, response, from)
  const { userId, session, device } = from.resident
  const call = await openCall(deps, { activityId, ownerId, members, kind, holder: { userId, session, device }, clientId: from.clientId })
  return stateFrame(call, 'resident', deps.clock.now())
}

async function decline(deps: CallDeps, response: Response, resident: ResidentIdentity): Promise<ServerFrame[]> {
  const { activityId, caller, reasonCode } = response
  const call = await callIfKnown(deps, activityId)
  if (call && !isResident(call, resident.userId)) throw new AppError('not_found')
  if (call && call.stage !== 'prepared') return endAsResident(deps, call, resident)
  if (reasonCode === 'subscription_required') {
    const facts = await deps.doorbell.facts(activityId)
    if (!isResident(facts, resident.userId)) throw new AppError('not_found')
    if (facts.live) await offerChat(deps, activityId)
    return []
  }
  return dismiss(deps, activityId, call, caller)
}

/** Only the session that holds the claim ends the call; requests of other sessions have no effect. */
async function endAsResident(deps: CallDeps, call: Call, resident: ResidentIdentity): Promise<ServerFrame[]> {
  if (!holdsClaim(call, resident.session)) throw new AppError('answered_elsewhere')
  const ended = await changeExisting(deps, call.activityId, hungUp)
  return ended ? stateFrame(ended, 'resident', deps.clock.now()) : []
}

/**
 * Ignore; or the end of an answer that has no call, by the session that answered. Without effect when it arrives after the ring is over (a
 * repeated Ignore or End).
 */
async function dismiss(deps: CallDeps, activityId: number, call: Call | undefined, caller: Caller): Promise<ServerFrame[]> {
  try {
    await deps.doorbell.claim({ activityId, answer: 'dismiss' }, caller)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'ring_over') return []
    if (error.code !== 'answered_elsewhere') throw error
    const facts = await deps.doorbell.facts(activityId)
    if (facts.answeredSession !== caller.resident?.session) throw error
    await endAnswered(deps, activityId, call)
  }
  return []
}
