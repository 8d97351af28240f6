import { AppError } from '#kit/app-error.ts'
import { membersChanged } from '../call/rules.ts'
import { changeExisting } from '../change/change.ts'
import type { CallDeps } from '../ports.ts'

/**
 * The members of a household have changed: each call of its owner has the members who have its ring now, and the pages of all others leave
 * it. What one of them held is free for the others, as for a session that has ended. Idempotent.
 */
export async function refreshMembers(deps: CallDeps, ownerId: number): Promise<void> {
  const ids = await deps.calls.ofOwner(ownerId)
  await Promise.all(
    ids.map(async (activityId) => {
      const members = await readMembers(deps, activityId)
      await changeExisting(deps, activityId, (call, now) => membersChanged(call, members, now))
    }),
  )
}

/** A ring that is deleted has none. */
async function readMembers({ doorbell }: CallDeps, activityId: number): Promise<readonly number[]> {
  try {
    return (await doorbell.facts(activityId)).members ?? []
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return []
    throw error
  }
}
