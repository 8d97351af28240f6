import { conversationEndedFrame } from '../call/view.ts'
import type { CallDeps } from '../ports.ts'

/**
 * The end of a ring that was answered by message and has had no call (docs/product/states.md): the visitor reads "Call Ended". Nothing is
 * stored; both sides may still write, and the holder may call.
 */
export async function endConversation(deps: CallDeps, activityId: number): Promise<void> {
  const { outcome, call } = await deps.doorbell.facts(activityId)
  if (outcome === 'answered_message' && !call) deps.live.toVisitor(activityId, conversationEndedFrame(activityId))
}
