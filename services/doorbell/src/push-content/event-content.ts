/** What a webhook is told of an event: read when it is sent, so that what was erased meanwhile is told to nobody (record 0083). */
import { AppError } from '#kit/app-error.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Input, Output } from '#proto/operations/index.ts'
import { type AccessDeps, ringNamed } from '../core/access.ts'
import { photoLink } from '../core/photo-links.ts'
import { presentActivity, presentMessage } from '../core/views.ts'
import { type Notifications, presentNotification } from '../notifications/notifications.ts'
import type { Messages } from '../rings/messages.ts'

export type EventContentDeps = Pick<AccessDeps, 'rings' | 'clock'> & {
  readonly messages: Pick<Messages, 'find'>
  readonly notifications: Pick<Notifications, 'find'>
  readonly photoKeys: SigningKeys
  /** @returns undefined for a request that is deleted */
  readonly doorOfRequest: (visitRequestId: number) => Promise<number | undefined>
}
type Content = Output<'doorbell.event_content'>

/** @throws AppError not_found, also for another account's */
export async function loadEventContent(deps: EventContentDeps, asked: Input<'doorbell.event_content'>): Promise<Content> {
  const { event, ownerId, activityId, ref } = asked
  if (event === 'door.changed') return { data: {}, doorId: Number(ref) || null }
  if (event === 'visit.requested') return notificationContent(deps, ownerId, Number(ref))
  const ring = await ringNamed(deps, activityId ?? 0)
  if (ring.ownerId !== ownerId || ring.erasedAt) throw new AppError('not_found')
  const { doorId } = ring
  if (event === 'ring.message') {
    const message = await deps.messages.find(ring.id, 'visitor', ref ?? '')
    if (!message) throw new AppError('not_found')
    return { data: presentMessage(message), doorId }
  }
  const now = deps.clock.now()
  const activity = presentActivity(ring, now)
  return { data: { ...activity, photoUrl: activity.photoUrl && photoLink(deps.photoKeys, ring.id, now) }, doorId }
}

/** A request for a visit. @throws AppError not_found */
async function notificationContent({ notifications, doorOfRequest }: EventContentDeps, ownerId: number, id: number): Promise<Content> {
  const found = await notifications.find(id)
  if (found?.ownerId !== ownerId) throw new AppError('not_found')
  if (found.kind !== 'visit' || found.visitRequestId === null) return { data: null, doorId: null }
  const doorId = await doorOfRequest(found.visitRequestId)
  if (doorId === undefined) throw new AppError('not_found')
  return { data: presentNotification(found), doorId }
}
