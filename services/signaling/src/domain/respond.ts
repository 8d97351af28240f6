/** The frame call_response: accept, decline, end (interface: Socket; states; decisions 10, 18). */
import { AppError } from '#kit/app-error.ts'
import type { CommunicationType } from '#proto/entities.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Call, isLive } from './call.ts'
import { changeExisting } from './change.ts'
import { hangUp } from './hang-up.ts'
import { callBack } from './late-call.ts'
import { offerChat } from './offer-chat.ts'
import { openCall } from './open-call.ts'
import { holdsClaim, isVisitor } from './participant.ts'
import type { CallDeps } from './ports.ts'
import { hungUp, ringOver } from './rules.ts'
import { stateFrame } from './view.ts'

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

/** The visitor cancels a live ring or hangs up. Idempotent. */
async function giveUp(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const stored = await deps.calls.read(activityId)
  if (stored && isLive(stored.call)) await hangUp(deps, activityId)
  else if (!(await deps.doorbell.cancelLive(activityId, caller)).cancelled) await hangUp(deps, activityId)
  return []
}

async function accept(deps: CallDeps, response: Response, resident: ResidentIdentity): Promise<ServerFrame[]> {
  const { activityId, communicationType, caller } = response
  try {
    const { activity } = await deps.doorbell.claim({ activityId, answer: communicationType }, caller)
    // A test ring has no visitor to talk to: the claim is all.
    if (activity.test) return []
    if (communicationType === 'message') return afterMessage(deps, activityId)
    if (activity.outcome === 'answered_video' || activity.outcome === 'answered_audio')
      return await enter(deps, response, activity.userId, resident)
    return await callBack(deps, response, resident)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'subscription_required') await offerChat(deps, activityId)
    if (communicationType === 'message' || (error.code !== 'ring_over' && error.code !== 'answered_elsewhere')) throw error
    return callBack(deps, response, resident, error)
  }
}

async function afterMessage(deps: CallDeps, activityId: number): Promise<ServerFrame[]> {
  await changeExisting(deps, activityId, ringOver)
  return []
}

/** Opens the call for the claiming session, once. An ended call may be called back. */
async function enter(deps: CallDeps, response: Response, ownerId: number, resident: ResidentIdentity): Promise<ServerFrame[]> {
  const { activityId } = response
  const kind = response.communicationType === 'audio' ? 'audio' : 'video'
  const before = await deps.calls.read(activityId)
  if (before?.call.stage === 'ended') return callBack(deps, response, resident)
  const call = await openCall(deps, { activityId, ownerId, kind, holder: { session: resident.session, device: resident.device } })
  return stateFrame(call, 'resident', deps.clock.now())
}

async function decline(deps: CallDeps, response: Response, resident: ResidentIdentity): Promise<ServerFrame[]> {
  const { activityId, caller, reasonCode } = response
  const stored = await deps.calls.read(activityId)
  const call = stored?.call
  if (call && call.ownerId !== resident.userId) throw new AppError('not_found')
  if (call && call.stage !== 'prepared') return endAsResident(deps, call, resident)
  if (reasonCode === 'subscription_required') {
    const facts = await deps.doorbell.facts(activityId)
    if (facts.ownerId !== resident.userId) throw new AppError('not_found')
    if (facts.live) await offerChat(deps, activityId)
    return []
  }
  return dismiss(deps, activityId, caller, resident)
}

/** Only the session that holds the claim ends the call; requests of other sessions have no effect. */
async function endAsResident(deps: CallDeps, call: Call, resident: ResidentIdentity): Promise<ServerFrame[]> {
  if (!holdsClaim(call, resident.session)) throw new AppError('answered_elsewhere')
  const ended = await changeExisting(deps, call.activityId, hungUp)
  return ended ? stateFrame(ended, 'resident', deps.clock.now()) : []
}

/** Ignore. The frame has no effect after a message answer, or when it arrives after the ring is over (a repeated Ignore or End). */
async function dismiss(deps: CallDeps, activityId: number, caller: Caller, resident: ResidentIdentity): Promise<ServerFrame[]> {
  try {
    await deps.doorbell.claim({ activityId, answer: 'dismiss' }, caller)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'ring_over') return []
    if (error.code !== 'answered_elsewhere') throw error
    const facts = await deps.doorbell.facts(activityId)
    if (facts.answeredSession !== resident.session) throw error
    await hangUp(deps, activityId)
  }
  return []
}
