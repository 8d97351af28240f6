import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { CHAT_LENGTH, FIELD } from '#proto/limits.ts'
import { ringNamed } from './access.ts'
import { type AnswerDeps, answerRing } from './answer-ring.ts'
import type { Message, Side } from './chat.ts'
import { chatRead, preview, reach, tellNew, titled } from './notifications.ts'
import type { Messages } from './ports.ts'
import { isLive, visitorMayWrite } from './ring.ts'
import { chatFrame, tellChange } from './tell.ts'

export type ChatDeps = AnswerDeps & { readonly messages: AnswerDeps['messages'] & Pick<Messages, 'write'> }
export type Words = { readonly message: string; readonly id?: string | undefined; readonly timestamp?: string | undefined }

/** A uuid made of what makes the message itself (interface, Socket: sender + activity + timestamp + text is the key). Version 8, RFC 9562. */
function derivedId(activityId: number, side: Side, timestamp: string, text: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([activityId, side, timestamp, text]))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @throws Refusal validation_failed (empty after trimming, or too long) */
function readWords(words: Words): string {
  const text = words.message.trim()
  if (!text || text.length > FIELD.chatMessage) throw new Refusal('validation_failed', { message: CHAT_LENGTH })
  return text
}

/**
 * Stores one message once, and wakes both sides. The resident's first message on a live ring answers it.
 * @throws Refusal not_found, visitor_blocked, ring_closed (states: dismissed or cancelled, and the resident has not written), answered_elsewhere, ring_over
 */
export async function writeMessage(deps: ChatDeps, activityId: number, side: Side, words: Words, caller: Caller): Promise<Message> {
  const text = readWords(words)
  const ring = await ringNamed(deps, activityId)
  if (side === 'resident' && isLive(ring, deps.clock.now())) await answerRing(deps, activityId, 'message', caller)
  if (side === 'visitor' && !visitorMayWrite(ring)) throw new Refusal(ring.blocked ? 'visitor_blocked' : 'ring_closed')
  const id = words.id?.toLowerCase() ?? (words.timestamp ? derivedId(activityId, side, words.timestamp, text) : randomUUID())
  const { ownerId, expiresAt, visitorName } = ring
  const event = deps.outbox.row('doorbell.message_sent', { activityId, ownerId, messageId: id, by: side })
  const channels = side === 'visitor' ? await reach(deps, ownerId, 'message') : []
  const notice = { title: titled('message', visitorName), message: preview(text) }
  const written = await deps.messages.write(
    { activityId, senderId: side, id, message: text, timestamp: deps.clock.now() },
    side === 'visitor' ? { ...notice, ownerId, name: visitorName, toMail: channels.includes('email'), expiresAt } : undefined,
    event,
  )
  if (!written.repeated) {
    const frame = chatFrame(written.message)
    deps.live.toOwner(ownerId, frame, caller.clientId)
    deps.live.toVisit(activityId, frame, caller.clientId)
    // The words are out; of the ring only the first of each side changes what the other may see.
    if (!ring.hasChat || (side === 'resident' && !ring.residentWrote)) tellChange(deps, written.ring)
    if (written.notice) deps.aside(tellNew(deps, written.notice, channels))
    if (side === 'resident') chatRead(deps, ring)
    deps.outbox.soon(event)
  }
  return written.message
}
