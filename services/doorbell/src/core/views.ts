/** The parts of a ring that each side may see. */
import type { Activity, ChatMessage, VisitWithChat } from '#proto/entities.ts'
import { ringDetails } from '#proto/ring-details.ts'
import type { Message } from './chat.ts'
import { againLeft, erasableFrom, isLive, memberOf, outcomeOf, type Ring, visitorMayWrite, visitorVersion, wasAnswered } from './ring.ts'

export const photoUrl = (ring: Ring) => (ring.photo ? `/api/activities/${ring.id}/photo` : null)

/**
 * For an account that has the ring (docs/product/specification.md, 3; docs/product/interface.md, HTTP).
 * @param userId the owner's, or a member's: with the member's own alerts, and the household that it is of
 */
export function presentActivity(ring: Ring, now: Date, userId: number = ring.ownerId): Activity {
  const member = memberOf(ring, userId)
  const isSilenced = ring.silencedBy.includes(userId)
  const alerts = isSilenced ? [] : (member?.alerts ?? ring.alerts)
  return {
    id: ring.id,
    userId: ring.ownerId,
    visitorName: ring.visitorName || null,
    activityType: ring.activityType,
    ...(ring.test ? { test: true } : {}),
    message: ring.message || null,
    timestamp: ring.timestamp.toISOString(),
    isHandled: ring.isHandled,
    photoUrl: photoUrl(ring),
    ...ringDetails(ring),
    purpose: ring.purpose,
    outcome: outcomeOf(ring, now),
    answeredBy: ring.answeredBy,
    answeredSession: ring.answeredSession,
    answeredAt: ring.answeredAt?.toISOString() ?? null,
    ...(ring.answeredMember === null ? {} : { answeredMember: ring.answeredMember }),
    ...(member ? { home: { id: member.id, owner: member.owner, premium: ring.premium } } : {}),
    callSeconds: ring.callSeconds,
    doorId: ring.doorId,
    doorLabel: ring.doorLabel,
    againOf: ring.againOf,
    rings: ring.rings,
    hasChat: ring.hasChat,
    quiet: member || isSilenced ? !alerts.includes('modal') : ring.quiet,
    alerts,
    ...(isSilenced ? { silenced: true } : {}),
    visitorAway: ring.visitorAway,
    expected: ring.visitRequestId !== null,
    kept: ring.kept,
    films: ring.films,
    blocked: ring.blocked,
    ...(isLive(ring, now) ? { endsAt: ring.endsAt.toISOString() } : {}),
    expiresAt: ring.expiresAt.toISOString(),
    version: ring.version,
  }
}

export type VisitorViewContext = {
  readonly now: Date
  readonly cooldownMs: number
  readonly inLine: number
  readonly messages: readonly Message[]
}

/**
 * For its visitor: true states (docs/product/decisions.md, 7), nothing about the owner, devices, do not disturb, or what a resident does
 * after its end.
 */
export function presentVisitorView(ring: Ring, { now, cooldownMs, inLine, messages }: VisitorViewContext): VisitWithChat {
  const left = againLeft(ring, now)
  const outcome = outcomeOf(ring, now)
  return {
    id: ring.id,
    userId: ring.publicNumber,
    qrCodeId: ring.qrCodeId,
    doorLabel: ring.doorLabel,
    visitorName: ring.visitorName,
    activityType: ring.activityType === 'video_call' ? 'video_call' : 'doorbell_ring',
    message: ring.message,
    ...ringDetails(ring),
    purpose: ring.purpose,
    timestamp: ring.timestamp.toISOString(),
    // By its outcome alone: Mark as Handled is private to the resident.
    isHandled: wasAnswered(outcome) || outcome === 'dismissed',
    outcome,
    ...(isLive(ring, now) ? { endsAt: ring.endsAt.toISOString() } : {}),
    photoUrl: photoUrl(ring),
    // The ring is in the resident's list once it is stored. Waiting for a device to confirm it would reveal that nobody is home.
    delivered: true,
    seen: ring.seenAt !== null,
    inLine: isLive(ring, now) ? inLine : 0,
    offersCamera: isLive(ring, now) && ring.premium,
    againAt: left > 0 ? new Date(ring.endsAt.getTime() + cooldownMs).toISOString() : null,
    againLeft: left,
    messageLeft: outcome === 'missed' && messages.some((message) => message.senderId === 'visitor' && message.timestamp >= ring.endsAt),
    canWrite: visitorMayWrite(ring),
    eraseFrom: erasableFrom(ring)?.toISOString() ?? null,
    againOf: ring.againOf,
    recordedUntil: ring.films > 0 ? ring.expiresAt.toISOString() : null,
    version: visitorVersion(ring),
    messages: messages.map(presentMessage),
  }
}

export function presentMessage(message: Message): ChatMessage {
  return {
    id: message.id,
    activityId: message.activityId,
    senderId: message.senderId,
    message: message.message,
    timestamp: message.timestamp.toISOString(),
  }
}
