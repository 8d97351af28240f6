/** The frame join_call: the visitor joins a late call back; a resident's device takes a freed seat over (states). */
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { isLive } from './call.ts'
import { changeExisting } from './change.ts'
import { letFlow } from './flow.ts'
import type { CallDeps } from './ports.ts'
import { currentCall } from './rebuild.ts'
import { joined, seatTaken } from './rules.ts'
import { stateFrame } from './view.ts'
import { speakerOf } from './who.ts'

/** @throws not_found | call_not_there | answered_elsewhere */
export async function joinCall(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const call = await currentCall(deps, activityId, caller)
  const speaker = speakerOf(caller, activityId, call.ownerId)
  if (!isLive(call)) throw new Refusal('call_not_there')
  const next = await changeExisting(deps, activityId, (now, at) =>
    speaker.side === 'visitor' ? joined(now, at) : seatTaken(now, { session: speaker.session, device: speaker.device }, at),
  )
  if (!next || !isLive(next)) throw new Refusal('call_not_there')
  if (speaker.side === 'resident' && next.holder?.session !== speaker.session) throw new Refusal('answered_elsewhere')
  await letFlow(deps, next)
  return stateFrame(next, speaker.side, deps.clock.now())
}
