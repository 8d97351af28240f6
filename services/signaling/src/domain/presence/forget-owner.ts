import { hangUp } from '../answer/hang-up.ts'
import { membersChanged } from '../call/rules.ts'
import { change, changeExisting } from '../change/change.ts'
import type { CallDeps } from '../ports.ts'

/**
 * The account of a resident is deleted: its calls end for both sides, and none is stored. It leaves the calls of which it is a member, and
 * these continue.
 */
export async function forgetOwner(deps: CallDeps, userId: number): Promise<void> {
  for (const activityId of await deps.calls.ofResident(userId)) {
    const call = (await deps.calls.read(activityId))?.call
    if (call && call.ownerId !== userId) {
      const others = (members: readonly number[]) => members.filter((member) => member !== userId)
      await changeExisting(deps, activityId, (now, at) => membersChanged(now, others(now.members), at))
      continue
    }
    if (call && call.stage !== 'ended') await hangUp(deps, activityId)
    await change(deps, activityId, () => undefined)
  }
  await deps.calls.dropResident(userId)
}
