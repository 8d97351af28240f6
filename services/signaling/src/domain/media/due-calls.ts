/** Time-driven changes: due calls and lost nodes. Every copy polls; compare and set lets one of them act. */
import { changeExisting, recordCall } from '../change/change.ts'
import type { CallDeps } from '../ports.ts'
import { moveCall } from './sfu-placement.ts'
import { askAgain } from './steer-recording.ts'

export async function advanceDueCalls(deps: CallDeps): Promise<void> {
  const due = await deps.calls.takeDue(deps.clock.now().getTime())
  await Promise.all(
    due.map(async (activityId) => {
      // The rule changes nothing: settle applies what is due.
      const call = await changeExisting(deps, activityId, (now) => now)
      if (call && call.stage !== 'prepared' && call.unrecorded) await recordCall(deps, call)
      if (call) await askAgain(deps, call)
    }),
  )
}

export async function moveCallsFromLostNodes(deps: CallDeps): Promise<void> {
  for (const node of await deps.nodes.lost()) {
    const activities = await deps.calls.onNode(node)
    if (!activities.length) await deps.nodes.forget(node)
    for (const activityId of activities) {
      const stored = await deps.calls.read(activityId)
      if (stored?.call.node === node) await moveCall(deps, activityId, stored.call.epoch)
    }
  }
}
