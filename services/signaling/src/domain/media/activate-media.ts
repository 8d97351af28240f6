/** Resumes media in the room of a live call for its holder and its visitor; every other device leaves it. */
import { type Call, callPeers, holderPeer, isLive, roomOf } from '../call/call.ts'
import { activated } from '../call/rules.ts'
import { changeExisting } from '../change/change.ts'
import type { CallDeps } from '../ports.ts'
import { moveFrom } from './sfu-placement.ts'

/** Idempotent, and never throws: what could not be activated, because room or page are missing or it failed, follows at the next join. */
export async function activateMedia(deps: CallDeps, call: Call): Promise<void> {
  if (!isLive(call) || call.stage === 'offered' || !call.node || call.activated === call.epoch) return
  if (call.holder && holderPeer(call) === undefined) return
  const { epoch } = call
  try {
    // It was prepared, and its owner has the maximum of calls: it gives its room up, and both sides ask for one until it ends.
    if (!(await deps.calls.reserveRoom(call))) {
      await moveFrom(deps, call)
      return
    }
    await deps.sfu.call(call.node, 'sfu.activate', { room: roomOf(call), kind: call.kind, peers: callPeers(call) })
    await changeExisting(deps, call.activityId, (now) => activated(now, epoch))
  } catch (err) {
    deps.log.warn({ err, activityId: call.activityId }, 'sfu room activation failed')
  }
}
