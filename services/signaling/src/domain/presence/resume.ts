import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { isResident } from '../call/call.ts'
import { isVisitor } from '../call/participant.ts'
import { replayFrames } from '../call/view.ts'
import type { CallDeps } from '../ports.ts'

/** Replays the state or the end of the calls that a party missed (docs/product/decisions.md, 13). */
export async function resume(
  deps: CallDeps,
  as: 'resident' | 'visitor',
  activityId: number | undefined,
  caller: Caller,
): Promise<ServerFrame[]> {
  const now = deps.clock.now()
  if (as === 'visitor') {
    if (activityId === undefined || !isVisitor(caller, activityId)) return []
    const stored = await deps.calls.read(activityId)
    return stored ? replayFrames(stored.call, undefined, now) : []
  }
  const userId = caller.resident?.userId
  if (userId === undefined) return []
  const stored = await Promise.all((await deps.calls.ofResident(userId)).map((id) => deps.calls.read(id)))
  return stored.flatMap((entry) => (entry && isResident(entry.call, userId) ? replayFrames(entry.call, userId, now) : []))
}
