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
    if (!activities.length) {
      await deps.nodes.forget(node)
      continue
    }
    deps.log.warn({ node, calls: activities.length }, 'sfu node lost, moving its calls')
    await Promise.all(activities.map((activityId) => moveFromLostNode(deps, activityId, node)))
  }
}

/** Never throws: one call that could not be moved delays no other, and is moved at the next run. */
async function moveFromLostNode(deps: CallDeps, activityId: number, node: string): Promise<void> {
  try {
    const stored = await deps.calls.read(activityId)
    if (stored) await moveCall(deps, { activityId, node, epoch: stored.call.epoch })
  } catch (err) {
    deps.log.warn({ err, activityId, node }, 'call not moved from its lost sfu node, retrying')
  }
}
