import { sessionEnded } from '../call/rules.ts'
import { changeExisting } from '../change/change.ts'
import type { CallDeps } from '../ports.ts'

/**
 * A signed-out session leaves its calls: its transports close, and another device of the residents may take over. Idempotent.
 * @param userId where it is known: all calls of the account are checked, also those that an older copy has not listed by session
 */
export async function endSession(deps: CallDeps, session: string, userId?: number): Promise<void> {
  const ids = await (userId === undefined ? deps.calls.ofSession(session) : deps.calls.ofResident(userId))
  await Promise.all(ids.map((activityId) => changeExisting(deps, activityId, (call, now) => sessionEnded(call, session, now))))
}
