/** Lets media flow in the room of a live call: only the seated stay (architecture: the call). */
import { type Call, isLive, roomOf, seated } from './call.ts'
import { changeExisting } from './change.ts'
import type { CallDeps } from './ports.ts'
import { activated } from './rules.ts'

/** Idempotent; a room that is not there yet is told when its first device joins. */
export async function letFlow(deps: CallDeps, call: Call): Promise<void> {
  if (!call.node || !isLive(call) || call.stage === 'offered' || call.activated === call.epoch) return
  const { epoch } = call
  try {
    await deps.house.sfu(call.node, 'sfu.activate', { room: roomOf(call), kind: call.kind, peers: seated(call) })
    await changeExisting(deps, call.activityId, (now) => (isLive(now) ? activated(now, epoch) : now))
  } catch (err) {
    deps.log.warn({ err, activityId: call.activityId }, 'media does not flow yet')
  }
}
