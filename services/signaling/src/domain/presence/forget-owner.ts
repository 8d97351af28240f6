import { hangUp } from '../answer/hang-up.ts'
import { change } from '../change/change.ts'
import type { CallDeps } from '../ports.ts'

/** The account of a resident is deleted: its calls end for both sides, and none is stored. */
export async function forgetOwner(deps: CallDeps, ownerId: number): Promise<void> {
  for (const activityId of await deps.calls.ofOwner(ownerId)) {
    const stored = await deps.calls.read(activityId)
    if (stored && stored.call.stage !== 'ended') await hangUp(deps, activityId)
    await change(deps, activityId, () => undefined)
  }
  await deps.calls.dropOwner(ownerId)
}
