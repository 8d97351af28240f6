import { randomUUID } from 'node:crypto'
import { AppError, invalidField } from '#kit/app-error.ts'
import { deterministicUuid } from '#kit/ids.ts'
import type { Caller } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import type { Channel } from '#proto/preferences.ts'
import { ringNamed } from '../core/access.ts'
import type { Message, Side } from '../core/chat.ts'
import { accountsOf, isLive, visitorMayWrite } from '../core/ring.ts'
import {
  findChannelsOf,
  markChatNotificationsRead,
  type NotificationDeps,
  publishNotification,
  truncateMessage,
} from '../notifications/notifications.ts'
import { type AnswerDeps, answerRing } from './answer-ring.ts'
import { chatFrame, publishChange, publishToResidents } from './live-updates.ts'
import type { Messages } from './messages.ts'

export type ChatDeps = AnswerDeps & Pick<NotificationDeps, 'preferences'> & { readonly messages: Pick<Messages, 'write'> }
export type MessageInput = { readonly message: string; readonly id?: string | undefined; readonly timestamp?: string | undefined }

/** Activity, sender, timestamp and text identify a message without an id (docs/product/interface.md, Socket). */
const derivedId = (activityId: number, side: Side, timestamp: string, text: string) =>
  deterministicUuid(JSON.stringify([activityId, side, timestamp, text]))

/** @throws AppError validation_failed (empty after trimming, or too long) */
function validatedText(input: MessageInput): string {
  const text = input.message.trim()
  if (!text || text.length > FIELD.chatMessage) throw invalidField('message', 'message_length')
  return text
}

/**
 * Stores a message once and publishes it to both sides. The resident's first message on a live ring answers the ring.
 * @throws AppError not_found, visitor_blocked, ring_closed (docs/product/states.md: dismissed or cancelled, and the resident has not
 * written), answered_elsewhere, ring_over
 */
export async function writeMessage(deps: ChatDeps, activityId: number, side: Side, input: MessageInput, caller: Caller): Promise<Message> {
  const text = validatedText(input)
  const ring = await ringNamed(deps, activityId)
  // The chat of a test ring has no other side.
  if (ring.test) throw new AppError('ring_closed')
  if (side === 'resident' && isLive(ring, deps.clock.now())) await answerRing(deps, activityId, 'message', caller)
  if (side === 'visitor' && !visitorMayWrite(ring)) throw new AppError(ring.blocked ? 'visitor_blocked' : 'ring_closed')
  const id = input.id?.toLowerCase() ?? (input.timestamp ? derivedId(activityId, side, input.timestamp, text) : randomUUID())
  const { ownerId, expiresAt, visitorName } = ring
  const event = deps.outbox.row('doorbell.message_sent', {
    activityId,
    ownerId,
    messageId: id,
    by: side,
    members: ring.members.map(({ userId }) => userId),
  })
  const channelsOf = side === 'visitor' ? await findChannelsOf(deps, accountsOf(ring), 'message') : new Map<number, readonly Channel[]>()
  const notification = { kind: 'message', params: { name: visitorName }, message: truncateMessage(text), expiresAt } as const
  const written = await deps.messages.write(
    { activityId, senderId: side, id, message: text, timestamp: deps.clock.now() },
    [...channelsOf].map(([account, channels]) => ({ ...notification, ownerId: account, toMail: channels.includes('email') })),
    event,
  )
  if (!written) throw new AppError('visitor_blocked')
  if (!written.repeated) {
    const frame = chatFrame(written.message)
    publishToResidents(deps.live, ring, () => frame, caller.clientId)
    deps.live.toVisitor(activityId, frame, caller.clientId)
    // Only the first message of each side changes the ring's view.
    if (!ring.hasChat || (side === 'resident' && !ring.residentWrote)) publishChange(deps, written.ring)
    for (const one of written.notifications)
      deps.runInBackground('publish notification', publishNotification(deps, one, channelsOf.get(one.ownerId) ?? []))
    if (side === 'resident') markChatNotificationsRead(deps, ring, accountsOf(ring))
    deps.outbox.soon(event)
  }
  return written.message
}
