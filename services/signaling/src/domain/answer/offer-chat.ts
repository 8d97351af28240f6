import type { CallDeps } from '../ports.ts'

/**
 * A free resident pressed Video or Audio: the visitor is offered chat, the ring continues, and plans are not mentioned
 * (docs/product/decisions.md, 18; docs/product/states.md). A specified client treats the frame as an acceptance by message; ours reads the
 * reason code and keeps ringing.
 */
export async function offerChat(deps: CallDeps, activityId: number): Promise<void> {
  deps.live.toVisitor(activityId, {
    type: 'call_response',
    activityId,
    accepted: true,
    communicationType: 'message',
    message: 'The resident would like to write with you.',
    reasonCode: 'chat_offered',
    version: 0,
  })
}
