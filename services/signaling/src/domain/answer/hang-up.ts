import { isLive } from '../call/call.ts'
import { hungUp, opened } from '../call/rules.ts'
import { change } from '../change/change.ts'
import { kindOf } from '../change/rebuild.ts'
import type { CallDeps } from '../ports.ts'

/**
 * Ends the call of an activity. A visitor who pressed Cancel never enters a call (docs/product/states.md): if the answer won the race and
 * its call is not open yet, it is opened as ended.
 * @returns whether this ended it
 */
export async function hangUp(deps: CallDeps, activityId: number): Promise<boolean> {
  const stored = await deps.calls.read(activityId)
  if (stored?.call.stage === 'ended') return false
  if (stored && isLive(stored.call)) return endExisting(deps, activityId)
  const facts = await deps.doorbell.facts(activityId)
  const kind = kindOf(facts)
  if (!kind || !facts.answeredSession || facts.call?.endedAt) return false
  const holder = { session: facts.answeredSession, device: facts.answeredBy ?? '' }
  const { ownerId, members } = facts
  await change(deps, activityId, (before, now) =>
    hungUp(
      opened(before, {
        activityId,
        ownerId,
        members,
        kind,
        holder,
        callId: facts.call?.callId ?? deps.newId(),
        now,
        visitorThere: true,
        clientId: null,
      }),
      now,
    ),
  )
  return true
}

async function endExisting(deps: CallDeps, activityId: number): Promise<boolean> {
  let mine = false
  await change(deps, activityId, (call, now) => {
    mine = call !== undefined && call.stage !== 'ended'
    return call && hungUp(call, now)
  })
  return mine
}
