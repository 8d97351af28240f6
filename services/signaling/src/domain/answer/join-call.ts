/** The frame join_call: the visitor joins a late call back; a resident's device takes over a freed call (docs/product/states.md). */
import { AppError } from '#kit/app-error.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { isLive, isResident } from '../call/call.ts'
import { participantOf } from '../call/participant.ts'
import { holderChanged, joined } from '../call/rules.ts'
import { stateFrame } from '../call/view.ts'
import { changeExisting } from '../change/change.ts'
import { currentCall } from '../change/rebuild.ts'
import { activateMedia } from '../media/activate-media.ts'
import type { CallDeps } from '../ports.ts'

/** @throws not_found | call_not_there | answered_elsewhere */
export async function joinCall(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const call = await currentCall(deps, activityId, caller)
  const participant = participantOf(caller, activityId, call)
  if (!isLive(call)) throw new AppError('call_not_there')
  const next = await changeExisting(deps, activityId, (now, at) => {
    if (participant.side === 'visitor') return joined(now, at)
    const { userId, session, device } = participant
    return isResident(now, userId) ? holderChanged(now, { userId, session, device }, at) : now
  })
  if (!next || !isLive(next)) throw new AppError('call_not_there')
  if (participant.side === 'resident' && next.holder?.session !== participant.session) throw new AppError('answered_elsewhere')
  await activateMedia(deps, next)
  return stateFrame(next, participant.side, deps.clock.now())
}
