import type { CallDeps } from './ports.ts'

/**
 * A free resident pressed Video or Audio: the visitor stays connected and is offered chat, the clock runs on, and nothing is said about
 * plans (decision 18, states). For a client of the specification that is an acceptance by message; ours reads the reason and lets it ring on.
 */
export async function offerChat(deps: CallDeps, activityId: number): Promise<void> {
  deps.house.toVisitor(activityId, {
    type: 'call_response',
    activityId,
    accepted: true,
    communicationType: 'message',
    message: 'The resident would like to write with you.',
    reasonCode: 'chat_offered',
    version: 0,
  })
}
