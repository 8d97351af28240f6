/**
 * An acceptance that claims nothing: a late call back of an answered or missed ring without a call, the visitor's page open, within ten
 * minutes (docs/product/states.md); or the video of an audio call that is live.
 */
import { AppError } from '#kit/app-error.ts'
import type { CommunicationType } from '#proto/entities.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { TIME } from '#proto/limits.ts'
import { isLive, isResident } from '../call/call.ts'
import { holdsClaim } from '../call/participant.ts'
import { offered, videoAdded } from '../call/rules.ts'
import { stateFrame } from '../call/view.ts'
import { change, changeExisting } from '../change/change.ts'
import type { Facts } from '../change/rebuild.ts'
import { type CallDeps, visitorParty } from '../ports.ts'

const OPEN_TO_ALL = 'missed'
const ANSWERED: readonly (string | null)[] = ['answered_message', 'answered_video', 'answered_audio']

/**
 * @param refused the claim's error, thrown if no call back is possible either
 * @throws that error, subscription_required, or call_not_there while the visitor's page is closed
 */
export async function callBack(
  deps: CallDeps,
  { activityId, communicationType }: { activityId: number; communicationType: CommunicationType },
  { resident, clientId }: { readonly resident: ResidentIdentity; readonly clientId: string | null },
  refused: AppError = new AppError('ring_over'),
): Promise<ServerFrame[]> {
  const facts = await deps.doorbell.facts(activityId)
  if (!isResident(facts, resident.userId)) throw new AppError('not_found')
  const before = await deps.calls.read(activityId)
  if (before && isLive(before.call)) {
    const { session } = resident
    if (!holdsClaim(before.call, session)) throw new AppError('answered_elsewhere')
    const addsVideo = communicationType === 'video' && before.call.kind === 'audio'
    const call = addsVideo ? await changeExisting(deps, activityId, (now) => videoAdded(now, { session, clientId })) : before.call
    return call ? stateFrame(call, 'resident', deps.clock.now()) : []
  }
  if (!mayCallBack(facts, before?.call.stage === 'ended' ? before.call.endedAt : null, resident.session, deps.clock.now())) throw refused
  if (!(await deps.billing.isPremium(facts.ownerId)))
    throw new AppError(communicationType === 'audio' ? 'subscription_required.audio' : 'subscription_required')
  if (!(await deps.presence.count(visitorParty(activityId)))) throw new AppError('call_not_there.visitor_away')
  const call = await change(deps, activityId, (existing, now) =>
    offered(existing, {
      activityId,
      ownerId: facts.ownerId,
      members: facts.members,
      kind: communicationType === 'audio' ? 'audio' : 'video',
      holder: { userId: resident.userId, session: resident.session, device: resident.device },
      callId: deps.newId(),
      now,
      visitorThere: true,
      clientId,
    }),
  )
  return call ? stateFrame(call, 'resident', deps.clock.now()) : []
}

function mayCallBack(facts: Facts, endedAt: number | null, session: string, now: Date): boolean {
  const since = Math.max(endedAt ?? 0, new Date(facts.answeredAt ?? facts.endsAt).getTime())
  if (facts.live || now.getTime() - since > TIME.lateCallWithin) return false
  if (facts.outcome === OPEN_TO_ALL) return true
  return ANSWERED.includes(facts.outcome) && facts.answeredSession === session
}
